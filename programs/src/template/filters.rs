//! How facts are written into a program: as Python literals, or by name where the template says so.

use minijinja::value::ValueKind;
use minijinja::{Environment, Error, ErrorKind, Output, State, Value};

use scenario::visible::is_visible;
use wording::format::number;

pub(super) fn add(environment: &mut Environment<'_>) {
    environment.add_filter("arguments", arguments);
    environment.add_filter("bare", bare);
    environment.add_filter("decimal", decimal);
    environment.add_filter("dot", dot);
    environment.add_filter("indented", indented);
    environment.add_filter("lower", |value: bool| Value::from_safe_string(value.to_string()));
    environment.add_filter("markdown", |text: String| Value::from_safe_string(markdown(&text)));
    environment.add_filter("rounded", |value: f64| Value::from_safe_string(number(value)));
    environment.add_filter("short", |value: f64| Value::from_safe_string(value.to_string()));
    environment.add_filter("words", |text: String| Value::from_safe_string(words(&text)));
}

/// What `{{ ... }}` writes: program text as it is, anything else as a literal.
pub(super) fn write_literal(output: &mut Output<'_>, _: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    Ok(output.write_str(&literal(value)?)?)
}

/// A Python literal; those of texts, numbers, lists and maps of them are JSON's too.
fn literal(value: &Value) -> Result<String, Error> {
    Ok(match value.kind() {
        ValueKind::String if value.is_safe() => value.to_string(),
        ValueKind::String => quoted(value.as_str().unwrap_or_default()),
        ValueKind::Bool if value.is_true() => "True".to_owned(),
        ValueKind::Bool => "False".to_owned(),
        ValueKind::None => "None".to_owned(),
        ValueKind::Number if value.is_integer() => value.to_string(),
        ValueKind::Number => format!("{:?}", f64::try_from(value.clone())?),
        ValueKind::Seq => {
            let items = value.try_iter()?.map(|item| literal(&item)).collect::<Result<Vec<_>, _>>()?;
            format!("[{}]", items.join(", "))
        }
        ValueKind::Map => {
            let items = value.try_iter()?.map(|key| Ok([literal(&key)?, literal(&value.get_item(&key)?)?].join(": ")));
            format!("{{{}}}", items.collect::<Result<Vec<_>, Error>>()?.join(", "))
        }
        kind => return Err(Error::new(ErrorKind::InvalidOperation, format!("a {kind} has no literal"))),
    })
}

/// A text as a literal that cannot be left.
fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            '\n' => literal.extend(['\\', 'n']),
            // What cannot be seen has no business in a name.
            _ if !is_visible(character) => {}
            _ => literal.push(character),
        }
    }
    literal.push('"');
    literal
}

/// A text in a comment: it can neither end the comment nor read as what it is not.
fn words(text: &str) -> String {
    text.chars().filter(|character| is_visible(*character)).collect()
}

/// A text in Markdown, whose readers show the HTML that they find in it: every mark stands for itself.
fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in words(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '!' | '~' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// A name or a number, as it is: nothing that could be more than one word of the language.
fn bare(text: &str) -> Result<Value, Error> {
    let is_word = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-' | '+');
    if text.is_empty() || !text.chars().all(is_word) {
        return Err(Error::new(ErrorKind::InvalidOperation, format!("{text:?} is no name")));
    }
    Ok(Value::from_safe_string(text.to_owned()))
}

/// A name in a module: `"torch"|dot("float32")`.
fn dot(module: &str, name: &str) -> Result<Value, Error> {
    bare(&[module, name].join("."))
}

/// A number with all its digits: what stands as `2e-4` is a text to YAML 1.1, and no number of JSON's stricter readers.
fn decimal(text: &str) -> Result<Value, Error> {
    let value: f64 = text.parse().map_err(|_| Error::new(ErrorKind::InvalidOperation, format!("{text:?} is no number")))?;
    Ok(Value::from_safe_string(value.to_string()))
}

/// Lines moved to the right, where a part stands in a function.
fn indented(text: &str, columns: usize) -> Value {
    let indent = " ".repeat(columns);
    let moved = text.lines().flat_map(|line| [if line.is_empty() { "" } else { &indent }, line, "\n"]);
    Value::from_safe_string(moved.collect())
}

/// Arguments of a call: those without a name first, then `name=value`.
fn arguments(settings: &Value) -> Result<Value, Error> {
    let mut arguments = Vec::new();
    for setting in settings.try_iter()? {
        let (name, value) = (setting.get_item_by_index(0)?, literal(&setting.get_item_by_index(1)?)?);
        arguments.push(match name.as_str() {
            Some(name) => [name, &value].join("="),
            None => value,
        });
    }
    Ok(Value::from_safe_string(arguments.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_cannot_be_left() {
        assert_eq!(quoted("a\"; import os #\\\n"), r#""a\"; import os #\\\n""#);
        let write = |value: Value| literal(&value).unwrap_or_default();
        assert_eq!(write(Value::from(vec!["q", "v\u{202e}"])), r#"["q", "v"]"#);
        assert_eq!(write(Value::from(true)), "True");
        assert_eq!(write(Value::from(())), "None");
        assert_eq!(write(Value::from(0.0)), "0.0");
    }

    #[test]
    fn only_names_go_without_quotes() {
        assert_eq!(bare("2e-4").ok(), Some(Value::from("2e-4")));
        assert_eq!(dot("torch", "float32").ok(), Some(Value::from("torch.float32")));
        for text in ["", "a b", "f()", "\"", "a\n", "x#"] {
            assert!(bare(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn markdown_shows_what_it_says() {
        assert_eq!(markdown("<img src=x onerror=f()>|[a](b)\n`c`"), r"&lt;img src=x onerror=f()&gt;\|\[a\](b)\`c\`");
        assert_eq!(markdown("RTX 4090"), "RTX 4090");
    }

    #[test]
    fn a_comment_cannot_be_ended() {
        assert_eq!(words("my card\nimport os\r\u{2028}"), "my cardimport os");
    }
}
