//! A text as people paste it, down to what is JSON in it.

/// The JSON of a text, and how many lines and characters of its first line stand before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<'a> {
    /// The text from its first brace on.
    pub text: &'a str,
    lines: usize,
    columns: usize,
}

impl Json<'_> {
    /// A place in it as a place in the whole text.
    pub const fn place(&self, (line, column): (usize, usize)) -> (usize, usize) {
        (line + self.lines, if line == 1 { column + self.columns } else { column })
    }
}

/// The text without a byte order mark and the space around it.
pub fn trimmed(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}

/// What is JSON in a text: after the fence of a code block, or the name of a class as Python prints one; none where the text
/// begins with anything else.
pub fn json(text: &str) -> Option<Json<'_>> {
    let start = text.find(['{', '['])?;
    let (before, rest) = text.split_at(start);
    let lead = before.trim_start_matches('\u{feff}').trim();
    let (lead, is_fenced) = lead.strip_prefix("```").map_or((lead, false), |lead| (lead.trim(), true));
    let is_name = lead.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !is_name || (rest.starts_with('[') && !lead.is_empty() && !is_fenced) {
        return None;
    }
    let rest = rest.trim_end();
    let text = if is_fenced { rest.strip_suffix("```").unwrap_or(rest) } else { rest };
    let lines = before.matches('\n').count();
    let columns = before.rsplit('\n').next().unwrap_or_default().chars().count();
    Some(Json { text, lines, columns })
}

/// The first characters of a text, on one line.
pub fn short(text: &str) -> String {
    const SHOWN: usize = 60;
    let cleaned = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut shown: String = cleaned.take(SHOWN + 1).collect();
    if shown.chars().count() > SHOWN {
        shown = shown.chars().take(SHOWN).chain(['…']).collect();
    }
    shown
}
