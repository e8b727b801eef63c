//! A modest minifier for the JavaScript that `wasm-bindgen` generates.

/// Drops whole-line comments, blank lines and indentation.
///
/// It knows only what `wasm-bindgen` writes: comments stand on lines of their own, no line of code begins with `*`, and
/// no string spans lines.
/// Brotli takes care of the rest.
pub fn without_comments(text: &str) -> String {
    let mut lines = Vec::new();
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        if in_comment || line.starts_with("/*") {
            in_comment = !line.contains("*/");
            continue;
        }
        if !line.is_empty() && !line.starts_with("//") {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn code_stays_and_comments_go() {
        let text =
            "/**\n * @param {string} a\n */\nfunction f(a) {\n    // why\n    return `/*${a}*/`;\n}\n\n/* one line */\nf();\n";
        assert_eq!(without_comments(text), "function f(a) {\nreturn `/*${a}*/`;\n}\nf();\n");
    }
}
