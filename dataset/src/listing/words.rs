//! The words of a line, and what is left behind them.

/// Words with spaces and tabs between them.
#[derive(Debug, Clone)]
pub struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    /// Of a line.
    pub const fn of(line: &'a str) -> Self {
        Self(line)
    }

    /// What is left, without the one space that parts it from the word before; names may begin with more.
    pub fn rest(&self) -> &'a str {
        self.0.strip_prefix([' ', '\t']).unwrap_or(self.0)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let begin = self.0.trim_start_matches([' ', '\t']);
        let end = begin.find([' ', '\t']).unwrap_or(begin.len());
        let (word, rest) = begin.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}
