//! A file's words and marks, without its texts, comments and white space.

/// A piece of Rust's syntax, as far as paths need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// A name or a keyword.
    Word(&'a str),
    /// `::`.
    Joint,
    /// Any other character.
    Mark(char),
}

/// The tokens of a file.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if let Some(length) = literal(rest) {
            length
        } else if first.is_alphabetic() || first == '_' {
            let length = word(rest);
            tokens.push(Token::Word(&rest[..length]));
            length
        } else if rest.starts_with("::") {
            tokens.push(Token::Joint);
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(Token::Mark(first));
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

fn word(text: &str) -> usize {
    text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len())
}

/// The length of a comment, which may hold others.
fn comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of the text, character or lifetime that begins here, if one does.
fn literal(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        text.strip_prefix(prefix)
            .is_some_and(|rest| rest.starts_with(['"', '\'']) || prefix.ends_with('r') && rest.starts_with('#'))
    })?;
    let rest = &text[prefix.len()..];
    if prefix.ends_with('r') {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        // `r#type` is a name.
        let inside = rest[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", &rest[..hashes]);
        return Some(text.len() - inside.len() + inside.find(&end).map_or(inside.len(), |at| at + end.len()));
    }
    let quote = rest.chars().next()?;
    let inside = &rest[1..];
    if quote == '\'' && !inside.starts_with('\\') && inside.chars().nth(1) != Some('\'') {
        return Some(text.len() - inside.len() + word(inside));
    }
    let mut letters = inside.char_indices();
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next();
        } else if letter == quote {
            return Some(text.len() - inside.len() + at + 1);
        }
    }
    Some(text.len())
}
