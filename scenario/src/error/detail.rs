//! Field errors in words.

use super::reason::{Expected, Reason, Unit};
#[cfg(feature = "json")]
use super::table::name;
use wire::locale::Locale;
use wording::format::number;

pub(super) fn detail(reason: &Reason, locale: Locale) -> String {
    match locale {
        Locale::En => english(reason),
        Locale::Zh => chinese(reason),
    }
}

fn english(reason: &Reason) -> String {
    match reason {
        Reason::Required => "is required".to_owned(),
        #[cfg(feature = "json")]
        Reason::UnknownField { nearest: Some(nearest) } => format!("is not a field; did you mean `{nearest}`?"),
        #[cfg(feature = "json")]
        Reason::UnknownField { nearest: None } => "is not a field; remove it".to_owned(),
        Reason::UnknownParameter { nearest: Some(nearest) } => {
            format!("is not a parameter of this address; the nearest is `{nearest}`")
        }
        Reason::UnknownParameter { nearest: None } => "is not a parameter: this address takes none; remove it".to_owned(),
        Reason::UnknownId { given, nearest: Some(nearest), retired } => {
            format!("`{given}` is not in the catalog{}; the nearest is `{nearest}`", why_retired(*retired, Locale::En))
        }
        Reason::UnknownId { given, nearest: None, .. } => format!("`{given}` is not in the catalog; choose an id that it lists"),
        #[cfg(feature = "json")]
        Reason::UnknownValue { given, allowed } => {
            format!("`{given}` is not a value of this field; use {}", list(allowed, " or "))
        }
        #[cfg(feature = "json")]
        Reason::UnknownKind { given, nearest, allowed } => format!(
            "`{given}` is not a kind of model that is modelled{}; those that are: {}",
            nearest.as_ref().map_or_else(String::new, |nearest| format!(
                "; the nearest is `{nearest}`, whose figures would be no more than an approximation"
            )),
            list(allowed, " and ")
        ),
        Reason::WrongType { expected } => format!("must be {}", expected_english(*expected)),
        Reason::OutOfRange { min, max, unit } if min == max => {
            let of_one = if *min == 1.0 { one_english(*unit) } else { unit_english(*unit) };
            format!("must be {}{of_one}", number(*min))
        }
        Reason::OutOfRange { min, max, unit } => {
            format!("must be between {} and {}{}", number(*min), number(*max), unit_english(*unit))
        }
        Reason::ShorterThanPictures { min, each, max } => {
            let [min, each, max] = [*min, *each, *max].map(|tokens| number(tokens as f64));
            format!("must be between {min} and {max} tokens: each picture takes {each} of them")
        }
        Reason::NotAMultiple { of, unit } => format!("must be a multiple of {of}{}", unit_english(*unit)),
        #[cfg(feature = "json")]
        Reason::NotApplicable { with, value, allowed } if allowed.is_empty() => {
            format!("does not apply where `{}` is {value}", name(with))
        }
        #[cfg(feature = "json")]
        Reason::NotApplicable { with, value, allowed } => {
            format!("does not apply where `{}` is {value}; use {}", name(with), list(allowed, " or "))
        }
        #[cfg(feature = "json")]
        Reason::OfAnother { with, value, methods } => format!(
            "is not read where `{}` is {value}; leave it out, or use the method {}",
            name(with),
            methods.iter().map(|method| format!("`{method}`")).collect::<Vec<_>>().join(" or ")
        ),
        #[cfg(feature = "json")]
        Reason::Conflict { with } => format!("excludes `{}`; give one of the two", name(with)),
        Reason::Repeated { .. } => "is given more than once; give it once".to_owned(),
        Reason::TooLong { max } => format!("must have at most {} characters", number(*max as f64)),
        #[cfg(feature = "json")]
        Reason::Contradictory(relax) => relax.detail(Locale::En),
        Reason::NotJson { line, column } => {
            format!("is not JSON at line {line}, character {column}; check its quotes, commas and brackets")
        }
        Reason::WrongCount { min: 1, max: 1 } => "must have 1 entry".to_owned(),
        Reason::WrongCount { min, max } if min == max => format!("must have {} entries", number(*min as f64)),
        Reason::WrongCount { min, max } => format!("must have {} to {} entries", number(*min as f64), number(*max as f64)),
        #[cfg(feature = "json")]
        Reason::InLine { line, column: "", reason } => format!("line {line}: {}", detail(reason, Locale::En)),
        #[cfg(feature = "json")]
        Reason::InLine { line, column, reason } => format!("line {line}, {column}: {}", detail(reason, Locale::En)),
        #[cfg(feature = "json")]
        other => super::table::english(other),
        // Pages say these in words of their own, or never meet them in the browser.
        #[cfg(not(feature = "json"))]
        _ => String::new(),
    }
}

fn chinese(reason: &Reason) -> String {
    match reason {
        Reason::Required => "为必填项".to_owned(),
        #[cfg(feature = "json")]
        Reason::UnknownField { nearest: Some(nearest) } => format!("没有这个字段；是否想写 `{nearest}`？"),
        #[cfg(feature = "json")]
        Reason::UnknownField { nearest: None } => "没有这个字段，请删除".to_owned(),
        Reason::UnknownParameter { nearest: Some(nearest) } => format!("不是此地址的参数；最接近的是 `{nearest}`"),
        Reason::UnknownParameter { nearest: None } => "不是参数：此地址不接受任何参数，请删除".to_owned(),
        Reason::UnknownId { given, nearest: Some(nearest), retired } => {
            format!("目录中没有 `{given}`{}；最接近的是 `{nearest}`", why_retired(*retired, Locale::Zh))
        }
        Reason::UnknownId { given, nearest: None, .. } => format!("目录中没有 `{given}`；请选择目录列出的编号"),
        #[cfg(feature = "json")]
        Reason::UnknownValue { given, allowed } => format!("`{given}` 不是此字段的可选值；请用 {}", list(allowed, " 或 ")),
        #[cfg(feature = "json")]
        Reason::UnknownKind { given, nearest, allowed } => format!(
            "尚不能计算 `{given}` 类模型{}；可以计算的有 {}",
            nearest.as_ref().map_or_else(String::new, |nearest| format!("；最接近的是 `{nearest}`，按它算出的数只是近似")),
            list(allowed, " 和 ")
        ),
        Reason::WrongType { expected } => format!("须为{}", expected_chinese(*expected)),
        Reason::OutOfRange { min, max, unit } if min == max => format!("须为 {}{}", number(*min), unit_chinese(*unit)),
        Reason::OutOfRange { min, max, unit } => {
            format!("须在 {} 到 {}之间", number(*min), before_han(number(*max) + unit_chinese(*unit)))
        }
        Reason::ShorterThanPictures { min, each, max } => {
            let [min, each, max] = [*min, *each, *max].map(|tokens| number(tokens as f64));
            format!("须在 {min} 到 {max} 个 token 之间：每张图片占 {each} 个")
        }
        Reason::NotAMultiple { of, unit } => format!("须为 {}的整数倍", before_han(format!("{of}{}", unit_chinese(*unit)))),
        #[cfg(feature = "json")]
        Reason::NotApplicable { with, value, allowed } if allowed.is_empty() => {
            format!("在 `{}` 为 {value} 时不适用", name(with))
        }
        #[cfg(feature = "json")]
        Reason::NotApplicable { with, value, allowed } => {
            format!("在 `{}` 为 {value} 时不适用；请用 {}", name(with), list(allowed, " 或 "))
        }
        #[cfg(feature = "json")]
        Reason::OfAnother { with, value, methods } => format!(
            "在 `{}` 为 {value} 时不会读取；请删除此字段，或使用方法 {}",
            name(with),
            methods.iter().map(|method| format!("`{method}`")).collect::<Vec<_>>().join(" 或 ")
        ),
        #[cfg(feature = "json")]
        Reason::Conflict { with } => format!("与 `{}` 互斥，请只填其中一个", name(with)),
        Reason::Repeated { .. } => "重复给出；请只给出一次".to_owned(),
        Reason::TooLong { max } => format!("最多 {} 个字符", number(*max as f64)),
        #[cfg(feature = "json")]
        Reason::Contradictory(relax) => relax.detail(Locale::Zh),
        Reason::NotJson { line, column } => format!("第 {line} 行第 {column} 个字符处不是有效的 JSON；请检查引号、逗号和括号"),
        Reason::WrongCount { min, max } if min == max => format!("须有 {} 项", number(*min as f64)),
        Reason::WrongCount { min, max } => format!("须有 {} 到 {} 项", number(*min as f64), number(*max as f64)),
        #[cfg(feature = "json")]
        Reason::InLine { line, column: "", reason } => format!("第 {line} 行：{}", detail(reason, Locale::Zh)),
        #[cfg(feature = "json")]
        Reason::InLine { line, column, reason } => format!("第 {line} 行 {column}：{}", detail(reason, Locale::Zh)),
        #[cfg(feature = "json")]
        other => super::table::chinese(other),
        #[cfg(not(feature = "json"))]
        _ => String::new(),
    }
}

/// Words before Han letters: a space stands behind Latin letters and digits alone.
fn before_han(mut words: String) -> String {
    if words.ends_with(|letter: char| letter.is_ascii()) {
        words.push(' ');
    }
    words
}

/// Why the catalog no longer lists an id, in brackets; nothing in builds that leave such texts out.
fn why_retired(retired: Option<&catalog::Retired>, locale: Locale) -> String {
    let reason = retired.map_or("", |gone| if locale == Locale::En { gone.reason } else { gone.reason_zh });
    match locale {
        _ if reason.is_empty() => String::new(),
        Locale::En => format!(" ({reason})"),
        Locale::Zh => format!("（{reason}）"),
    }
}

#[cfg(feature = "json")]
fn list(words: &[String], last: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((end, [])) => end.clone(),
        Some((end, start)) => format!("{}{last}{end}", start.join(", ")),
        None => String::new(),
    }
}

const fn expected_english(expected: Expected) -> &'static str {
    match expected {
        Expected::Integer => "a whole number, not negative",
        Expected::Number => "a number",
        Expected::NotNegative => "a number, not negative",
        Expected::Text => "a text",
        Expected::Flag => "true or false",
        Expected::Object => "an object",
        Expected::List => "a list",
        Expected::IntegerOrPair => "a whole number such as 224, or height and width: `224x384` as text, `[224, 384]` in JSON",
        Expected::TextOrList => "a text, or a list of texts",
        Expected::TextOrObject => "an id, or an object",
    }
}

const fn expected_chinese(expected: Expected) -> &'static str {
    match expected {
        Expected::Integer => "非负整数",
        Expected::Number => "数字",
        Expected::NotNegative => "非负数",
        Expected::Text => "文本",
        Expected::Flag => " true 或 false",
        Expected::Object => "对象",
        Expected::List => "列表",
        Expected::IntegerOrPair => "一个整数（如 224），或高和宽：文本写作 `224x384`，JSON 写作 `[224, 384]`",
        Expected::TextOrList => "文本，或文本列表",
        Expected::TextOrObject => "编号，或对象",
    }
}

const fn unit_english(unit: Unit) -> &'static str {
    match unit {
        Unit::None => "",
        Unit::Gpus => " GPUs",
        Unit::Nodes => " nodes",
        Unit::Gib => " GiB",
        Unit::GbPerSecond => " GB/s",
        Unit::Tflops => " TFLOP/s",
        Unit::Lanes => " lanes",
        Unit::Watts => " W",
        Unit::Samples => " samples",
        Unit::Pixels => " pixels",
        Unit::Tokens => " tokens",
        Unit::Classes => " classes",
        Unit::Bytes => " bytes",
        Unit::Seconds => " seconds",
        Unit::SamplesPerSecond => " samples/s",
    }
}

/// The unit of a single one.
fn one_english(unit: Unit) -> &'static str {
    match unit {
        Unit::Classes => " class",
        Unit::SamplesPerSecond => " sample/s",
        Unit::Tflops | Unit::GbPerSecond => unit_english(unit),
        _ => unit_english(unit).trim_end_matches('s'),
    }
}

const fn unit_chinese(unit: Unit) -> &'static str {
    match unit {
        Unit::None => "",
        Unit::Gpus => " 块 GPU",
        Unit::Nodes => " 个节点",
        Unit::Gib => " GiB",
        Unit::GbPerSecond => " GB/s",
        Unit::Tflops => " TFLOP/s",
        Unit::Lanes => " 条通道",
        Unit::Watts => " W",
        Unit::Samples => " 个样本",
        Unit::Pixels => " 像素",
        Unit::Tokens => " 个 token",
        Unit::Classes => " 个类别",
        Unit::Bytes => " 字节",
        Unit::Seconds => " 秒",
        Unit::SamplesPerSecond => " 样本/秒",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_one_value_and_a_single_entry_read_as_that() {
        let range = |min: f64, max: f64, unit| Reason::OutOfRange { min, max, unit };
        for (reason, english, chinese) in [
            (range(1.0, 1.0, Unit::None), "must be 1", "须为 1"),
            (range(1.0, 1.0, Unit::Samples), "must be 1 sample", "须为 1 个样本"),
            (range(1.0, 1.0, Unit::Classes), "must be 1 class", "须为 1 个类别"),
            (range(1.0, 1.0, Unit::Gpus), "must be 1 GPU", "须为 1 块 GPU"),
            (range(2.0, 2.0, Unit::Nodes), "must be 2 nodes", "须为 2 个节点"),
            (range(1.0, 4.0, Unit::Samples), "must be between 1 and 4 samples", "须在 1 到 4 个样本之间"),
            (Reason::WrongCount { min: 1, max: 1 }, "must have 1 entry", "须有 1 项"),
            (Reason::WrongCount { min: 2, max: 2 }, "must have 2 entries", "须有 2 项"),
            (Reason::WrongCount { min: 2, max: 3 }, "must have 2 to 3 entries", "须有 2 到 3 项"),
        ] {
            assert_eq!((detail(&reason, Locale::En), detail(&reason, Locale::Zh)), (english.to_owned(), chinese.to_owned()));
        }
    }
}
