//! A model by a name: an id of the catalog, a repository, or its address.

use catalog::ModelEntry;
use catalog::find::{Hit, Kind, LONGEST, Query, find};
use scenario::FieldError;
use wire::v1::scenario::Model;

use crate::count::{Count, count};

/// Hits that are offered where a name is none of the catalog's.
const OFFERED: usize = 5;
/// Sites whose addresses name repositories.
const SITES: [&str; 4] = ["huggingface.co/", "hf.co/", "hf-mirror.com/", "modelscope.cn/models/"];

/// A name.
#[derive(Debug, Clone)]
pub struct Name {
    /// As it was given, without the rest of an address.
    pub given: String,
    /// The catalog's model that is called exactly this.
    pub entry: Option<&'static ModelEntry>,
    /// Its parameters.
    pub count: Option<Count>,
    /// Models that may be meant, where it is called otherwise; none of them is taken.
    pub likely: Vec<Hit>,
}

/// Reads a line; none where it is more than one, or longer than any name.
pub(crate) fn read(line: &str) -> Option<Name> {
    if line.contains(['\n', '\r']) || line.chars().nth(LONGEST).is_some() {
        return None;
    }
    let given = repository(line);
    let entry = exact(given);
    let model = |entry: &ModelEntry| Model { id: Some(entry.id.to_owned()), ..Model::default() };
    let count = entry.and_then(|entry| count(&model(entry)).ok()).map(|counted| counted.count);
    let likely = if entry.is_some() { Vec::new() } else { likely(given) };
    Some(Name { given: given.to_owned(), entry, count, likely })
}

/// Models that a name may mean; whoever has put a copy under a name of their own says nothing of the model.
fn likely(given: &str) -> Vec<Hit> {
    let hits = |text: &str| {
        let query = Query::read(text).ok().filter(|query| !query.is_empty());
        query.map(|query| find(&[Kind::Model], &query)).filter(|hits| !hits.is_empty())
    };
    let alone = || given.split_once('/').and_then(|(_, name)| hits(name));
    let mut likely = hits(given).or_else(alone).unwrap_or_default();
    likely.truncate(OFFERED);
    likely
}

/// Why a name is none of the catalog's, as the field of a plan that takes one says it; none where it is one.
#[must_use]
pub fn fault(name: &Name) -> Option<FieldError> {
    if name.entry.is_some() {
        return None;
    }
    let nearest = name.likely.first().map(|hit| hit.id.to_owned());
    let reason = scenario::Reason::UnknownId { given: name.given.clone(), nearest, retired: None };
    Some(FieldError::new("/text", reason))
}

/// The catalog's model that is called exactly this: by its id, its name, the repository that it is loaded from, or a
/// repository with the very same architecture.
#[must_use]
pub fn exact(name: &str) -> Option<&'static ModelEntry> {
    let name = name.trim();
    let is_called = |entry: &&ModelEntry| {
        let loaded = entry.load_as.split_once(':').map_or("", |(_, loaded)| loaded);
        let names = [entry.id, entry.name, entry.load_as, loaded];
        let mut names = names.iter().chain(entry.aliases).filter(|known| !known.is_empty());
        names.any(|known| known.eq_ignore_ascii_case(name))
    };
    catalog::models().iter().find(is_called)
}

/// The repository of an address, as `owner/name`; anything else as it is.
fn repository(line: &str) -> &str {
    let bare = line.strip_prefix("https://").or_else(|| line.strip_prefix("http://")).unwrap_or(line);
    let bare = bare.strip_prefix("www.").unwrap_or(bare);
    let Some(path) = SITES.iter().find_map(|site| bare.strip_prefix(site)) else { return line };
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let mut slashes = path.match_indices('/').map(|(place, _)| place);
    // Older repositories have no owner: what follows their name is a page of theirs.
    let second = slashes.next().map_or("", |slash| path[slash + 1..].split('/').next().unwrap_or_default());
    let is_page = matches!(second, "tree" | "blob" | "resolve" | "raw" | "discussions" | "commits");
    let end = if is_page { path.find('/') } else { slashes.next() };
    &path[..end.unwrap_or(path.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_repositories() {
        for (line, expected) in [
            ("openai-community/gpt2", "openai-community/gpt2"),
            ("https://huggingface.co/openai-community/gpt2", "openai-community/gpt2"),
            ("https://huggingface.co/openai-community/gpt2/", "openai-community/gpt2"),
            ("https://huggingface.co/openai-community/gpt2/blob/main/config.json?x=1", "openai-community/gpt2"),
            ("huggingface.co/gpt2/tree/main", "gpt2"),
            ("hf.co/gpt2", "gpt2"),
            ("https://huggingface.co/", ""),
            ("https://example.org/a/b", "https://example.org/a/b"),
        ] {
            assert_eq!(repository(line), expected, "{line}");
        }
    }
}
