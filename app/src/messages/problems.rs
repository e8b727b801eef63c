//! Texts of the pages about problems: when one happens and what to do about it.

use wire::v1::ProblemCode as Code;

messages! {
    title { en: "Problems of the API", zh: "API 的问题类型" }
    description {
        en: "Every problem that the API reports: what it means, when it happens, what to do.",
        zh: "API 报告的每一种问题：含义、发生时机与处理方法。",
    }
    about {
        en: "Whatever the API cannot answer comes as application/problem+json (RFC 9457). Programs tell problems apart by code, which never changes; detail says what happened this time.",
        zh: "API 无法回答时，返回 application/problem+json（RFC 9457）。程序按 code 区分问题，它永不改变；detail 说明本次发生了什么。",
    }
    code { en: "Code", zh: "代码" }
    status { en: "Status", zh: "状态码" }
    meaning { en: "Meaning", zh: "含义" }
    when { en: "When it happens", zh: "何时发生" }
    todo { en: "What to do", zh: "如何处理" }
    example { en: "Example", zh: "示例" }
    example_about { en: "Sentences come in English, or in Chinese with Accept-Language: zh or lang=zh.", zh: "默认为英文；以 Accept-Language: zh 或 lang=zh 请求时为中文。" }
    all { en: "All problems", zh: "所有问题" }
    no_such { en: "There is no such problem", zh: "没有这种问题" }
    no_such_about { en: "No answer of the API has this code.", zh: "API 的回答中没有此代码。" }
}

/// A text in English and Chinese.
pub type Both = (&'static str, &'static str);

/// When a problem happens, what to do, and what its detail may say.
#[derive(Debug, Clone, Copy)]
pub struct Explained {
    /// When it happens.
    pub when: Both,
    /// What to do.
    pub todo: Both,
    /// A detail, in the API's English.
    pub detail: &'static str,
}

const fn row(when: Both, todo: Both, detail: &'static str) -> Explained {
    Explained { when, todo, detail }
}

/// What a page says of a problem.
#[must_use]
#[expect(clippy::too_many_lines, reason = "one arm a problem")]
pub const fn explained(code: Code) -> Explained {
    match code {
        Code::InvalidInput => row(
            (
                "A field of the scenario has an unknown name, a value of the wrong type or outside its range, or does not go with the others.",
                "方案中有字段名称未知、类型错误、超出范围，或与其他字段不相容。",
            ),
            (
                "The member errors names every field at fault by its JSON pointer, with the allowed range, the allowed words or the nearest id. Correct them all and send it again.",
                "errors 以 JSON 指针列出每个出错字段，并给出允许范围、可选值或最接近的标识。全部更正后重新发送。",
            ),
            "hardware.gpu `rtx-4009` is not in the catalog; the nearest is `rtx-4090`",
        ),
        Code::ContradictoryConstraints => row(
            (
                "A recommendation was asked for, and no plan keeps all constraints: budget, deadline, number of GPUs, methods, batch size.",
                "请求推荐方案时，没有任何方案能同时满足预算、期限、GPU 数量、方法与批次大小等约束。",
            ),
            (
                "The member errors names the constraints to relax and how far. Relax one of them.",
                "errors 指出应放宽哪些约束、放宽多少。放宽其中一项即可。",
            ),
            "constraints.budget.amount must be at least 640 for any plan that keeps the other constraints",
        ),
        Code::MalformedJson => row(
            (
                "The body is no JSON: a missing bracket, a comma too many, an encoding other than UTF-8, or it ended too early.",
                "请求正文不是 JSON：缺少括号、多出逗号、编码不是 UTF-8，或传输中断。",
            ),
            ("Write the body with a JSON library instead of joining texts.", "请用 JSON 库生成正文，不要拼接字符串。"),
            "the body is not JSON: expected value at line 1 column 13",
        ),
        Code::UnsupportedMediaType => row(
            (
                "The header Content-Type is missing or names something that is no JSON, or the body is compressed.",
                "缺少 Content-Type 请求头，或其类型不是 JSON，或请求正文经过压缩。",
            ),
            (
                "Send Content-Type: application/json, and the body without Content-Encoding.",
                "发送 Content-Type: application/json，正文不使用 Content-Encoding。",
            ),
            "send the body with Content-Type: application/json",
        ),
        Code::BodyTooLarge => row(
            ("The body is larger than 1 MiB, or a batch larger than 16 MiB.", "请求正文超过 1 MiB，或批量请求超过 16 MiB。"),
            ("Split a batch into several requests; shorten a note.", "将批量请求拆分为多次发送；缩短备注。"),
            "a body may have up to 1 MiB, a batch 16 MiB",
        ),
        Code::NotFound => row(
            (
                "The path does not exist, the catalog lists no such id, or no plan with this id was ever stored.",
                "路径不存在、目录中没有该标识，或从未保存过该编号的方案。",
            ),
            (
                "Check the address: ids of plans are case-sensitive. For an id of the catalog the problem names the nearest ones.",
                "检查网址：方案编号区分大小写。对目录标识，问题会给出最接近的几个。",
            ),
            "no such plan was ever stored; check the link",
        ),
        Code::MethodNotAllowed => row(
            ("The path exists, but not with this method.", "路径存在，但不支持该请求方法。"),
            ("The header Allow of the answer lists the methods it takes.", "回答的 Allow 头列出了支持的方法。"),
            "this path does not take this method; the header Allow lists those it takes",
        ),
        Code::Gone => row(
            (
                "There was a plan behind this link; its author revoked it, or it has expired.",
                "该链接曾有方案，但作者已撤销，或已过期。",
            ),
            (
                "Ask whoever gave you the link for a new one. Nothing brings this plan back.",
                "请向提供链接的人索取新链接。该方案无法恢复。",
            ),
            "the plan was revoked by whoever created it",
        ),
        Code::EditKeyRequired => row(
            ("A plan is to be changed or revoked, and the request has no edit key.", "要修改或撤销方案，但请求中没有编辑密钥。"),
            (
                "Send the key that came when the plan was created as Authorization: Bearer <key>.",
                "以 Authorization: Bearer <密钥> 发送创建方案时得到的密钥。",
            ),
            "send the key that came when the plan was created as Authorization: Bearer <key>",
        ),
        Code::EditKeyWrong => row(
            ("The edit key is well formed, but belongs to another plan.", "编辑密钥格式正确，但属于另一个方案。"),
            (
                "Look up the key of this very plan. Without it, create a copy: a fork has a key of its own.",
                "请查找该方案自己的密钥。没有密钥时可创建副本，副本有自己的密钥。",
            ),
            "this edit key is not the plan's",
        ),
        Code::RevisionRequired => row(
            ("A change does not say which revision it is based on.", "修改未注明所依据的版本。"),
            (
                "Read the plan, and send its ETag with the change as If-Match, so that nobody's change is lost.",
                "先读取方案，再把它的 ETag 作为 If-Match 随修改发送，以免覆盖他人的修改。",
            ),
            "send the revision that the change is based on as If-Match: \"<number>\"; the ETag of the plan has it",
        ),
        Code::RevisionOutdated => row(
            (
                "Somebody has changed the plan since you read it: If-Match names an older revision.",
                "自您读取之后，方案已被他人修改：If-Match 指向较旧的版本。",
            ),
            (
                "Read the plan again, put your change on top of it, and send it with the new ETag.",
                "重新读取方案，在其基础上修改，并用新的 ETag 发送。",
            ),
            "the plan has a newer revision, 3; read it and apply the change again",
        ),
        Code::TooManyRequests => row(
            (
                "This address has used up its share of computations or of writes. Reading plans and the catalog is not counted.",
                "该地址已用尽计算或写入的配额。读取方案和目录不计入。",
            ),
            (
                "Wait as many seconds as the header Retry-After says. Many scenarios at once go into one batch request.",
                "按 Retry-After 头给出的秒数等待。大量方案请合并为一次批量请求。",
            ),
            "too many requests; try again in 7 seconds",
        ),
        Code::Timeout => row(
            (
                "The request took longer than the server allows, or its body arrived too slowly.",
                "请求超过服务器允许的时间，或正文传输过慢。",
            ),
            ("Send fewer scenarios at once, or try again.", "一次少发送一些方案，或重试。"),
            "the request took too long; send fewer scenarios at once, or try again",
        ),
        Code::StoreUnavailable => row(
            (
                "The plans' database does not answer at the moment. Estimates and the catalog work meanwhile.",
                "方案数据库暂时没有响应。估算和目录仍可使用。",
            ),
            (
                "Try again in a minute; with an Idempotency-Key a repeated create makes no second plan.",
                "请稍后重试；带 Idempotency-Key 的重复创建不会产生第二个方案。",
            ),
            "the plans' database cannot be used at the moment; try again",
        ),
        Code::MalformedHeader => row(
            (
                "A header such as Authorization, If-Match or Idempotency-Key is there, but not in the form that it should have.",
                "Authorization、If-Match 或 Idempotency-Key 等请求头存在，但格式不正确。",
            ),
            ("The detail says which header and what it should look like.", "detail 说明是哪个请求头以及应有的格式。"),
            "If-Match must be the number of a revision in quotes, such as \"1\"",
        ),
        Code::IdempotencyKeyReused => row(
            (
                "This Idempotency-Key came within the last 24 hours with another body.",
                "该 Idempotency-Key 在过去 24 小时内已随另一个正文使用过。",
            ),
            ("Make a new key for every new plan, such as a random UUID.", "每个新方案使用新的键，例如随机 UUID。"),
            "this Idempotency-Key was used for another request; make a new key for a new plan",
        ),
        Code::ForeignOrigin => row(
            ("A browser sent a write on behalf of a page of another site.", "浏览器代表其他站点的页面发送了写入请求。"),
            (
                "Save plans from this site's own pages, or from a program with the API.",
                "请在本站页面保存方案，或用程序调用 API。",
            ),
            "a page of another site may not save or change plans; use the API with its key",
        ),
        Code::Overloaded => row(
            (
                "More requests are being worked on than the server can finish in time. This one was not begun.",
                "正在处理的请求超出服务器的能力。本请求尚未开始处理。",
            ),
            (
                "Wait as many seconds as the header Retry-After says and send the same request again.",
                "按 Retry-After 头给出的秒数等待后，重新发送同一请求。",
            ),
            "the server has more to do than it can; try again in a few seconds",
        ),
        Code::StorageFull => row(
            (
                "The disk that holds the plans is full. Plans can be read, not saved.",
                "存放方案的磁盘已满。方案可读取，但不能保存。",
            ),
            (
                "Try again later; the planner's address keeps the plan meanwhile. Whoever runs the server has to make room.",
                "请稍后再试；规划页面的网址会保留方案。需由服务器管理者腾出空间。",
            ),
            "there is no room left to save plans; try again later",
        ),
        Code::NewerPlan => row(
            (
                "A newer version of Rigwise stored this plan, with settings that this server does not know. `errors` names them. The plan is whole and can be read as it was stored.",
                "该方案由更新版本的 Rigwise 保存，含有本服务器不认识的设置，`errors` 列出了这些设置。方案完好，可按保存时的内容读取。",
            ),
            (
                "Read the plan without `recomputed`, copy it without a change, or ask a server of the version that stored it.",
                "读取时不要带 `recomputed`，复制时不要带修改，或使用保存该方案的版本。",
            ),
            "a newer version of Rigwise stored this plan with settings that this one does not know: training.example; read the plan as it was stored, or compute it with the version that stored it",
        ),
        Code::Internal => row(
            ("The program has a mistake. It is not the request's fault.", "程序内部出错，与请求无关。"),
            (
                "Try again. If it happens again, report it with the X-Request-Id of the answer.",
                "请重试。若再次发生，请附上回答中的 X-Request-Id 报告。",
            ),
            "something went wrong here; try again, and report it with the X-Request-Id of this answer",
        ),
    }
}

/// A pointer, a code and a detail of a field at fault, for the examples that have one.
#[must_use]
pub const fn example_field(code: Code) -> Option<(&'static str, &'static str, &'static str)> {
    match code {
        Code::InvalidInput => {
            Some(("/hardware/gpu", "unknown-id", "`rtx-4009` is not in the catalog; the nearest is `rtx-4090`"))
        }
        Code::ContradictoryConstraints => Some((
            "/constraints/budget/amount",
            "contradictory",
            "must be at least 640 for any plan that keeps the other constraints",
        )),
        Code::NewerPlan => Some(("/scenario/training/example", "unknown-field", "is not a field of this document")),
        _ => None,
    }
}
