//! Repositories named in a source.

/// A repository at a commit, as sources write it: `owner/name@0123abc`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repository {
    /// Owner and name, with a slash between.
    pub name: String,
    /// The commit, abbreviated to at least 7 digits.
    pub commit: String,
}

impl Repository {
    /// The first repository that a text names.
    #[must_use]
    pub fn first_in(text: &str) -> Option<Self> {
        let is_separator = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '(' | ')');
        text.split(is_separator).find_map(Self::parse)
    }

    fn parse(word: &str) -> Option<Self> {
        let (name, rest) = word.split_once('@')?;
        let (owner, repository) = name.split_once('/')?;
        let is_name =
            |part: &str| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let ends = rest[digits..].chars().next().is_none_or(|letter| matches!(letter, ':' | '/' | '#'));
        let found = is_name(owner) && is_name(repository) && (7..=40).contains(&digits) && ends;
        found.then(|| Self { name: name.to_owned(), commit: rest[..digits].to_owned() })
    }

    /// Where the repository is at that commit.
    #[must_use]
    pub fn url(&self) -> String {
        format!("https://github.com/{}/tree/{}", self.name, self.commit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let found = Repository::first_in(text);
        assert_eq!(found.as_ref().map(|found| (found.name.as_str(), found.commit.as_str())), expected, "{text}");
    }

    #[test]
    fn a_repository_has_an_owner_a_name_and_a_commit() {
        check("huggingface/peft@5d602fdbf method_comparison/a.json", Some(("huggingface/peft", "5d602fdbf")));
        check("see (rasbt/LLMs-from-scratch@28c65cd; ch05)", Some(("rasbt/LLMs-from-scratch", "28c65cd")));
        check("WSShiro/vramexp@12ad23c:results.csv", Some(("WSShiro/vramexp", "12ad23c")));
        check("open-mmlab/mmsegmentation configs/fcn", None);
        check("someone@example.org", None);
        check("a/b@main", None);
        check("javascript:x/y@0123456", None);
        check("", None);
    }
}
