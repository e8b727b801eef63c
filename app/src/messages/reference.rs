//! Texts of the API's reference: the frame in the reader's language; what operations and fields mean comes from the OpenAPI
//! document, which is in English.

messages! {
    title { en: "API", zh: "API 文档" }
    description {
        en: "The JSON API of Rigwise: estimates, recommendations, catalog, plans that last.",
        zh: "Rigwise 的 JSON API：估算、推荐、目录与长期保存的方案。",
    }
    lead {
        en: "Whatever the pages show comes from this API, and the same engine answers both. No account and no key are needed; stored plans have edit keys of their own.",
        zh: "页面显示的一切都来自此 API，由同一引擎回答。无需账户或密钥；保存的方案各有自己的编辑密钥。",
    }
    english { en: "Operations and fields are described in English, as in the OpenAPI document.", zh: "操作与字段的说明来自 OpenAPI 文档，为英文。" }
    document { en: "OpenAPI 3.1 document", zh: "OpenAPI 3.1 文档" }
    version(version) { en: "API version 1, program {version}", zh: "API 第 1 版，程序 {version}" }
    contents { en: "On this page", zh: "本页内容" }

    quick { en: "Quick start", zh: "快速开始" }
    quick_about { en: "A scenario names what is known; everything else takes its documented default, returned in inputs.", zh: "方案只需写出已知条件；其余采用文档所述默认值，并在 inputs 中返回。" }
    quick_link { en: "The same question as a link, with the planner's own parameters:", zh: "同样的问题也可写成链接，参数与规划页面相同：" }
    quick_page { en: "Any plan as a ready call, in curl and Python:", zh: "任何方案都可转成现成的 curl 与 Python 调用：" }
    quick_page_link { en: "an example", zh: "示例" }
    units { en: "Units", zh: "单位" }
    units_about {
        en: "Amounts are whole numbers of bytes with _bytes in the key (inside parts the whole object is bytes); capacities that people buy are _gib; times are seconds; shares are 0 to 1. \"Does not fit\" is an answer, not an error.",
        zh: "数量为整数字节，键名含 _bytes（parts 内全部为字节）；购买的容量以 _gib 表示；时间为秒；比例为 0 到 1。“放不下”是回答，不是错误。",
    }
    auth { en: "Authentication", zh: "身份验证" }
    auth_about {
        en: "Computing and reading need none. Creating a plan answers with its edit key, this once: the server keeps only a hash. To change or revoke the plan, send the key:",
        zh: "计算和读取无需身份验证。创建方案时会返回编辑密钥，仅此一次：服务器只保存其哈希。修改或撤销方案时发送该密钥：",
    }
    errors { en: "Errors", zh: "错误" }
    errors_about {
        en: "Every error is application/problem+json (RFC 9457) with a stable code; bad input names every field at fault by its JSON pointer with what is allowed.",
        zh: "所有错误均为 application/problem+json（RFC 9457），带有固定的 code；输入有误时，以 JSON 指针列出每个出错字段及允许的值。",
    }
    errors_link { en: "All problems, with what to do", zh: "所有问题及处理方法" }
    idempotency { en: "Repeating safely", zh: "安全重试" }
    idempotency_about {
        en: "A create with the header Idempotency-Key, such as a random UUID, can be sent again when its answer was lost: the same key and body give the same plan for 24 hours. Another body with the same key is refused with 422.",
        zh: "创建请求可带 Idempotency-Key 头（例如随机 UUID），回答丢失时可再次发送：24 小时内相同的键与正文得到同一方案。相同的键配不同正文会以 422 拒绝。",
    }
    conditional { en: "Conditional requests", zh: "条件请求" }
    conditional_about {
        en: "Plans and the catalog carry an ETag; sent back as If-None-Match, it saves the body with 304. A change to a plan names the revision it is based on as If-Match: without it 428, with an old one 412, so that nobody's change is lost.",
        zh: "方案和目录带有 ETag；以 If-None-Match 发回时，未变化则返回 304。修改方案须以 If-Match 注明所依据的版本：缺少时返回 428，过旧时返回 412，以免覆盖他人的修改。",
    }
    pages { en: "Pages of a list", zh: "分页" }
    pages_about {
        en: "Revisions of a plan come a page at a time, the newest first; the header Link with rel=\"next\" leads to the next page. Lists of the catalog come whole.",
        zh: "方案的版本按页返回，最新的在前；Link 头中 rel=\"next\" 指向下一页。目录列表一次返回全部。",
    }
    limits { en: "Limits", zh: "限制" }
    limits_about {
        en: "Each address has a share of computing time (searches and batches apart from all else) and of writes; the headers RateLimit and RateLimit-Policy say what is left, and a refusal (429) says in Retry-After when to come back. A body may have 1 MiB, a batch 16 MiB. An overloaded server answers 503 at once instead of late.",
        zh: "每个地址有计算时间（搜索与批量单独计）和写入次数的配额；RateLimit 与 RateLimit-Policy 头说明剩余额度，被拒（429）时 Retry-After 说明何时再来。请求正文最大 1 MiB，批量 16 MiB。服务器过载时立即返回 503，而不是迟迟不答。",
    }
    cors { en: "From pages of other sites", zh: "跨站调用" }
    cors_about {
        en: "Pages of any site may compute and read (CORS with *, without cookies). Writing is for this site's pages and for programs.",
        zh: "任何站点的页面都可计算和读取（CORS 为 *，不带 Cookie）。写入仅限本站页面和程序。",
    }
    versions { en: "Versions", zh: "版本" }
    versions_about {
        en: "Paths under /api/v1 keep their meaning. New fields may be added to answers, so skip those you do not know; what would break a program becomes /api/v2. Every answer names engine_version and catalog_version; a stored plan keeps the answer that it was stored with.",
        zh: "/api/v1 下的路径含义不变。回答可能增加新字段，请忽略未知字段；不兼容的变化将进入 /api/v2。每个回答都注明 engine_version 与 catalog_version；保存的方案保留当时的结果。",
    }
    batch { en: "Many at once", zh: "批量" }
    batch_about {
        en: "Up to 1,000 scenarios go into one request; each is answered in its place, by an estimate or by a problem. A JSON array gives an array, lines of JSON (application/x-ndjson) give lines, each as soon as it is computed.",
        zh: "一次请求最多 1,000 个方案；每个在原位得到估算或问题。发送 JSON 数组返回数组，发送逐行 JSON（application/x-ndjson）则逐行返回，算完一个返回一个。",
    }
    tools { en: "Tools for language models (MCP)", zh: "供语言模型使用的工具（MCP）" }
    tools_about {
        en: "The same functions speak the Model Context Protocol (streamable HTTP, without sessions): estimate, recommend, compare and a search of the catalog. Give a client this address:",
        zh: "同样的功能也支持 Model Context Protocol（可流式 HTTP，无会话）：估算、推荐、比较与目录搜索。在客户端中填写此地址：",
    }
    parameters { en: "Query parameters", zh: "查询参数" }
    parameters_about {
        en: "The planner's address is its state: readable parameters, one a field, defaults left out. The same parameters ask the API by GET.",
        zh: "规划页面的网址就是它的状态：每个字段一个可读参数，省略默认值。同样的参数可用 GET 调用 API。",
    }
    parameters_link { en: "All query parameters", zh: "所有查询参数" }
    parameters_rules {
        en: "v=1 names the version of this language. Numbers may be written as 8k, 1.5e9 or 50,000. Of two values for one name the last counts. Parameters of others are kept in links.",
        zh: "v=1 表示该语言的版本。数字可写作 8k、1.5e9 或 50,000。同名参数以最后一个为准。其他参数会保留在链接中。",
    }
    parameter { en: "Parameter", zh: "参数" }
    field { en: "Field", zh: "字段" }
    takes { en: "Takes", zh: "取值" }
    default { en: "When left out", zh: "省略时" }
    meaning { en: "Meaning", zh: "含义" }
    operations { en: "Operations", zh: "操作" }
    all { en: "The whole API", zh: "完整 API" }

    tag_engine { en: "Engine", zh: "引擎" }
    tag_plans { en: "Plans", zh: "方案" }
    tag_catalog { en: "Catalog", zh: "目录" }
    tag_reference { en: "Reference", zh: "文档" }
    tag_health { en: "Health", zh: "健康检查" }

    needs_key { en: "Needs the plan's edit key as Authorization: Bearer.", zh: "需要以 Authorization: Bearer 发送方案的编辑密钥。" }
    place { en: "Place", zh: "位置" }
    required { en: "required", zh: "必填" }
    request { en: "Request body", zh: "请求正文" }
    responses { en: "Answers", zh: "回答" }
    other_status { en: "other", zh: "其他" }
    headers { en: "Headers", zh: "响应头" }
    example { en: "Example", zh: "示例" }
    schema { en: "Fields", zh: "字段" }
    shown_above { en: "see above", zh: "见上文" }
    nothing { en: "There is no such operation", zh: "没有该操作" }
}
