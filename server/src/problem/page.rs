//! What a person is told when a request cannot be answered and the app cannot draw the page: no script, no style but the site's, no data.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, RETRY_AFTER};
use axum::response::{Html, IntoResponse as _, Response};
use wire::Locale;

use super::ApiError;
use crate::store::StoreError;

/// A page may only load the site's style.
const POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A short page that says what happened and what to do, in the reader's language.
#[must_use]
pub fn fault_page(status: StatusCode, locale: Locale) -> Response {
    page(status, words(status, locale), locale)
}

fn page(status: StatusCode, (title, advice): (&str, &str), locale: Locale) -> Response {
    let (tag, home) = (locale.pick("en", "zh-CN"), locale.pick("To the start page", "返回首页"));
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"{tag}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title} · Rigwise</title>\
         <link rel=\"stylesheet\" href=\"/pkg/rigwise.css\"></head>\
         <body><main><h1>{title}</h1><p>{advice}</p><p><a href=\"/\">{home}</a></p></main></body></html>\n"
    );
    let headers = [(CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, "no-store"), (CONTENT_LANGUAGE, locale.as_str())];
    (status, headers, Html(html)).into_response()
}

/// The page for a request that failed for a reason that the person cannot mend.
#[must_use]
pub fn fault_of(error: &ApiError, locale: Locale) -> Response {
    if let ApiError::Store(error @ StoreError::Unavailable { .. }) = error {
        tracing::error!(error = error as &dyn std::error::Error, "the plans' database cannot serve a page");
    }
    let status = StatusCode::from_u16(error.problem().status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut page = if matches!(error, ApiError::Overloaded) { busy_page(locale) } else { fault_page(status, locale) };
    if let Some(wait) = error.retry_after() {
        page.headers_mut().insert(RETRY_AFTER, wait);
    }
    page
}

/// The page for when the server has more to do than it can.
fn busy_page(locale: Locale) -> Response {
    let words = locale.pick(
        ("The server is busy", "Please try again in a few seconds; your inputs are in the address."),
        ("服务器繁忙", "请几秒后重试；您的输入保存在网址中。"),
    );
    page(StatusCode::SERVICE_UNAVAILABLE, words, locale)
}

/// The page for a pasted text that is too long: how long one may be, and what reads a longer one, in both languages.
#[must_use]
pub fn too_long(most_bytes: usize, instead: (&str, &str), locale: Locale) -> Response {
    let most = most_bytes >> 20;
    let advice = match locale {
        Locale::En => format!("A page takes up to {most} MiB. {}", instead.0),
        Locale::Zh => format!("页面最多接受 {most} MiB。{}", instead.1),
    };
    page(StatusCode::PAYLOAD_TOO_LARGE, (locale.pick("This text is too long", "粘贴的内容过长"), advice.as_str()), locale)
}

fn words(status: StatusCode, locale: Locale) -> (&'static str, &'static str) {
    let (english, chinese) = match status {
        StatusCode::SERVICE_UNAVAILABLE => (
            (
                "Plans cannot be read or saved right now",
                "Nothing is lost. Please try again in a minute; the planner works meanwhile.",
            ),
            ("暂时无法读取或保存方案", "没有数据丢失，请稍后再试；规划页面仍可使用。"),
        ),
        StatusCode::FORBIDDEN => (
            ("This form did not come from this site", "Open the planner here and save the plan again."),
            ("此表单并非来自本站", "请在本站打开规划页面，再次保存方案。"),
        ),
        StatusCode::TOO_MANY_REQUESTS => (
            ("Too many requests at once", "Please wait a minute and try again; your inputs are kept."),
            ("请求过于频繁", "请等待一分钟后重试；您的输入会保留。"),
        ),
        StatusCode::UNPROCESSABLE_ENTITY => (
            (
                "This plan cannot be saved",
                "The title may have up to 200 characters and the note up to 10,000. Go back and shorten them.",
            ),
            ("无法保存此方案", "标题最多 200 个字符，备注最多 10,000 个字符。请返回并缩短。"),
        ),
        StatusCode::PAYLOAD_TOO_LARGE => (
            ("This form is too large", "Go back and shorten the note, the names or the pasted configuration."),
            ("表单内容过大", "请返回并缩短备注、名称或粘贴的配置。"),
        ),
        StatusCode::CONFLICT => (
            (
                "Another version saved this plan",
                "It has settings or prices that this version does not know. Read it as it was stored, or change it with the version that saved it.",
            ),
            ("此方案由其他版本保存", "其中有本版本无法识别的设置或价格。请查看已保存的内容，或使用保存它的版本修改。"),
        ),
        StatusCode::NOT_FOUND => (
            ("There is no page at this address", "Check the address, or look for it from the start page."),
            ("此网址没有页面", "请检查网址，或从首页查找。"),
        ),
        StatusCode::BAD_REQUEST => {
            (("This form cannot be read", "Go back to the planner and try again."), ("无法读取此表单", "请返回规划页面重试。"))
        }
        StatusCode::METHOD_NOT_ALLOWED => {
            (("This page takes no such request", "Open it as a link instead."), ("此页面不接受该请求方式", "请以链接方式打开。"))
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => (
            (
                "This type of form is not accepted",
                "Pages take forms as browsers send them, not JSON and nothing compressed. Send the form of the page itself; programs use the API.",
            ),
            ("不接受此类型的表单", "页面只接受浏览器提交的表单，不接受 JSON 或压缩内容。请使用页面上的表单；程序请使用 API。"),
        ),
        StatusCode::UNAUTHORIZED => (
            ("The edit key is missing", "Go back and paste the plan's edit key, or open your edit link."),
            ("缺少编辑密钥", "请返回并粘贴方案的编辑密钥，或打开您的编辑链接。"),
        ),
        StatusCode::GONE => (
            (
                "This plan is no longer shown",
                "Its author revoked it, or it has expired. Ask whoever gave you the link for a new one.",
            ),
            ("此方案已不再显示", "作者已撤销，或已过期。请向提供链接的人索取新链接。"),
        ),
        StatusCode::PRECONDITION_FAILED | StatusCode::PRECONDITION_REQUIRED => (
            ("This plan has changed in between", "Nothing was changed. Open the plan again and make your change there."),
            ("此方案期间已被修改", "未做任何修改。请重新打开方案后再修改。"),
        ),
        StatusCode::REQUEST_TIMEOUT => (("This took too long", "Please try again."), ("处理超时", "请再试一次。")),
        status if status.is_client_error() => (
            ("This request cannot be answered", "Go back and check what was sent, or open the page again from the start page."),
            ("无法处理此请求", "请返回检查提交的内容，或从首页重新打开页面。"),
        ),
        _ => (
            ("Something went wrong here", "It is not your fault. Please try again; your inputs are in the address."),
            ("本站出现错误", "这不是您的问题，请再试一次；您的输入保存在网址中。"),
        ),
    };
    locale.pick(english, chinese)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_faults_of_ours_are_called_ours() {
        let ours = StatusCode::INTERNAL_SERVER_ERROR;
        for locale in Locale::ALL {
            for status in (400..500).filter_map(|code| StatusCode::from_u16(code).ok()) {
                assert_ne!(words(status, locale), words(ours, locale), "{status}");
            }
        }
    }
}
