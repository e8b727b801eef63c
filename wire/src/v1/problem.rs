//! What went wrong, as `application/problem+json` (RFC 9457).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::locale::Locale;

/// A problem: a stable code, and for bad input every field at fault.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({
    "type": "/problems/invalid-input", "title": "the input has fields at fault", "status": 422, "code": "invalid-input",
    "detail": "1 field is at fault: hardware.gpu: `rtx-4009` is not in the catalog; the nearest is `rtx-4090`",
    "errors": [{ "pointer": "/hardware/gpu", "code": "unknown-id", "detail": "`rtx-4009` is not in the catalog; the nearest is `rtx-4090`", "nearest": "rtx-4090" }]
}))]
pub struct Problem {
    /// A page about this kind of problem, relative to the site.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub kind: Box<str>,
    /// The kind in a few words; the same for every problem with this code.
    #[schema(value_type = String)]
    pub title: Box<str>,
    /// The status of the HTTP answer.
    pub status: u16,
    /// What happened this time and what to do.
    pub detail: String,
    /// The Chinese detail, which [`Problem::told_in`] puts in its place.
    #[serde(skip)]
    pub chinese: Option<Box<str>>,
    /// A stable code for programs.
    pub code: ProblemCode,
    /// The caller's own name for the scenario, where it gave one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(value_type = Option<String>)]
    pub id: Option<Box<str>>,
    /// Every field at fault, for bad input.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub errors: Vec<FieldProblem>,
}

/// A field at fault.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FieldProblem {
    /// JSON pointer (RFC 6901) into the document that was sent; empty for the whole.
    #[schema(example = "/training/micro_batch_size")]
    pub pointer: String,
    /// `required`, `unknown-field`, `unknown-parameter`, `unknown-id`, `unknown-value`, `wrong-type`, `out-of-range`, `not-a-multiple`,
    /// `not-applicable`, `not-modelled`, `conflict`, `duplicate`, `too-long`, `wrong-count` or `contradictory`; of a pasted text also `not-json`; of own prices also
    /// `rate-required`, `ambiguous-number`, `unknown-column`, `too-large` or `not-utf-8`.
    #[schema(example = "out-of-range")]
    pub code: String,
    /// What is wrong, and what is allowed.
    #[schema(example = "must be between 1 and 65,536 samples")]
    pub detail: String,
    /// The Chinese detail, which [`Problem::told_in`] puts in its place.
    #[serde(skip)]
    pub chinese: Option<Box<str>>,
    /// Smallest allowed value.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub minimum: Option<f64>,
    /// Largest allowed value.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub maximum: Option<f64>,
    /// The values that the field takes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub allowed: Vec<String>,
    /// The nearest id or name.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nearest: Option<String>,
}

/// The kinds of problems; their words never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCode {
    /// Fields are at fault; `errors` names every one.
    InvalidInput,
    /// No plan can keep all constraints; `errors` names those to relax, and by how much.
    ContradictoryConstraints,
    /// The body is not JSON.
    MalformedJson,
    /// The body is not `application/json`.
    UnsupportedMediaType,
    /// The body is larger than allowed.
    BodyTooLarge,
    /// Nothing is here, or the id was never issued.
    NotFound,
    /// The path exists, but not with this method.
    MethodNotAllowed,
    /// The plan was revoked by its creator.
    Gone,
    /// The edit key is missing.
    EditKeyRequired,
    /// The edit key is not this plan's.
    EditKeyWrong,
    /// A change must say which revision it is based on.
    RevisionRequired,
    /// The plan has a newer revision than the change is based on.
    RevisionOutdated,
    /// Too many requests from this caller.
    TooManyRequests,
    /// The request took longer than allowed.
    Timeout,
    /// Plans cannot be stored or read at the moment.
    StoreUnavailable,
    /// A header cannot be read.
    MalformedHeader,
    /// The `Idempotency-Key` was used before for another request.
    IdempotencyKeyReused,
    /// A browser sent a write on behalf of another site.
    ForeignOrigin,
    /// The server has more to do than it can; nothing was begun.
    Overloaded,
    /// The disk that holds the plans is full: reading goes on, saving waits for room.
    StorageFull,
    /// A newer version stored the plan, with settings that this one does not know: it shows the plan and cannot compute it.
    NewerPlan,
    /// A mistake of the program.
    Internal,
}

impl ProblemCode {
    /// Every kind.
    pub const ALL: [Self; 22] = [
        Self::InvalidInput,
        Self::ContradictoryConstraints,
        Self::MalformedJson,
        Self::UnsupportedMediaType,
        Self::BodyTooLarge,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::Gone,
        Self::EditKeyRequired,
        Self::EditKeyWrong,
        Self::RevisionRequired,
        Self::RevisionOutdated,
        Self::TooManyRequests,
        Self::Timeout,
        Self::StoreUnavailable,
        Self::MalformedHeader,
        Self::IdempotencyKeyReused,
        Self::ForeignOrigin,
        Self::Overloaded,
        Self::StorageFull,
        Self::NewerPlan,
        Self::Internal,
    ];

    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidInput => "invalid-input",
            Self::ContradictoryConstraints => "contradictory-constraints",
            Self::MalformedJson => "malformed-json",
            Self::UnsupportedMediaType => "unsupported-media-type",
            Self::BodyTooLarge => "body-too-large",
            Self::NotFound => "not-found",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::Gone => "gone",
            Self::EditKeyRequired => "edit-key-required",
            Self::EditKeyWrong => "edit-key-wrong",
            Self::RevisionRequired => "revision-required",
            Self::RevisionOutdated => "revision-outdated",
            Self::TooManyRequests => "too-many-requests",
            Self::Timeout => "timeout",
            Self::StoreUnavailable => "store-unavailable",
            Self::MalformedHeader => "malformed-header",
            Self::IdempotencyKeyReused => "idempotency-key-reused",
            Self::ForeignOrigin => "foreign-origin",
            Self::Overloaded => "overloaded",
            Self::StorageFull => "storage-full",
            Self::NewerPlan => "newer-plan",
            Self::Internal => "internal",
        }
    }

    /// The kind of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == word)
    }

    /// The member `status` (RFC 9457, section 3.1.2): what the HTTP answer carries.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::MalformedJson | Self::MalformedHeader => 400,
            Self::EditKeyRequired => 401,
            Self::EditKeyWrong | Self::ForeignOrigin => 403,
            Self::NotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::Timeout => 408,
            Self::NewerPlan => 409,
            Self::Gone => 410,
            Self::RevisionOutdated => 412,
            Self::BodyTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::InvalidInput | Self::ContradictoryConstraints | Self::IdempotencyKeyReused => 422,
            Self::RevisionRequired => 428,
            Self::TooManyRequests => 429,
            Self::Internal => 500,
            Self::StoreUnavailable | Self::Overloaded => 503,
            Self::StorageFull => 507,
        }
    }

    /// The kind in a few words.
    #[must_use]
    pub const fn title(self, locale: Locale) -> &'static str {
        let (english, chinese) = match self {
            Self::InvalidInput => ("the input has fields at fault", "输入中有错误的字段"),
            Self::ContradictoryConstraints => ("no plan can keep all constraints", "没有方案能同时满足所有约束"),
            Self::MalformedJson => ("the body is not JSON", "请求正文不是 JSON"),
            Self::UnsupportedMediaType => ("the body is not application/json", "请求正文的类型不是 application/json"),
            Self::BodyTooLarge => ("the body is larger than allowed", "请求正文超出大小限制"),
            Self::NotFound => ("nothing is here", "此处没有内容"),
            Self::MethodNotAllowed => ("this method is not allowed here", "此处不支持该请求方法"),
            Self::Gone => ("the plan is not shown any more", "该方案已不再显示"),
            Self::EditKeyRequired => ("an edit key is required", "需要编辑密钥"),
            Self::EditKeyWrong => ("the edit key is not this plan's", "编辑密钥不属于该方案"),
            Self::RevisionRequired => ("a change must say its base revision", "修改须注明所依据的版本"),
            Self::RevisionOutdated => ("the plan has a newer revision", "该方案已有更新的版本"),
            Self::TooManyRequests => ("too many requests", "请求过于频繁"),
            Self::Timeout => ("the request took too long", "请求超时"),
            Self::StoreUnavailable => ("plans cannot be stored or read now", "暂时无法保存或读取方案"),
            Self::MalformedHeader => ("a header cannot be read", "无法读取请求头"),
            Self::IdempotencyKeyReused => ("the idempotency key belongs to another request", "该幂等键已用于另一个请求"),
            Self::ForeignOrigin => ("the request comes from another site", "请求来自其他站点"),
            Self::Overloaded => ("the server is overloaded", "服务器过载"),
            Self::StorageFull => ("there is no room to save", "存储空间已满，无法保存"),
            Self::NewerPlan => ("the plan was stored by a newer version", "该方案由更新的版本保存"),
            Self::Internal => ("a mistake of the program", "程序内部错误"),
        };
        match locale {
            Locale::En => english,
            Locale::Zh => chinese,
        }
    }
}

impl Problem {
    /// A problem of this kind.
    #[must_use]
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self {
            kind: format!("/problems/{}", code.as_str()).into(),
            title: code.title(Locale::En).into(),
            status: code.status(),
            detail: detail.into(),
            chinese: None,
            code,
            id: None,
            errors: Vec::new(),
        }
    }

    /// A problem of this kind in both languages.
    #[must_use]
    pub fn in_both(code: ProblemCode, english: impl Into<String>, chinese: impl Into<String>) -> Self {
        Self { chinese: Some(chinese.into().into_boxed_str()), ..Self::new(code, english) }
    }

    /// The problem in the reader's language, as far as there are such words.
    #[must_use]
    pub fn told_in(mut self, locale: Locale) -> Self {
        if locale == Locale::Zh {
            self.title = self.code.title(locale).into();
            let told = |detail: &mut String, chinese: &mut Option<Box<str>>| {
                if let Some(chinese) = chinese.take() {
                    *detail = chinese.into_string();
                }
            };
            told(&mut self.detail, &mut self.chinese);
            self.errors.iter_mut().for_each(|error| told(&mut error.detail, &mut error.chinese));
        }
        self
    }

    /// Names the scenario that the problem is about by the caller's id.
    #[must_use]
    pub fn of(mut self, id: Option<String>) -> Self {
        self.id = id.map(String::into_boxed_str);
        self
    }
}
