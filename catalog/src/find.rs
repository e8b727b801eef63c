//! Finds cards, models and processors by what people write: `4090`, `nvidia 24 GB`, `llama 3.1 8b`, a name that a driver prints.
//!
//! A query is words, and a hit has all of them: in its id, name or another of its names, as its vendor, its family, its
//! capacity or its count of parameters. Letters and digits are told apart (`rtx4090` is `rtx 4090`), a number with a unit is
//! a filter (`24 GB`, `8B`). A word that no row has stands for the nearest one, where one letter or the digits after a point
//! tell them apart; the hit then says so and is not exact. What a word matches never depends on the other words, so that
//! another word can only narrow a search.
//!
//! ```
//! use catalog::find::{Kind, Query, find};
//!
//! let found = |text| find(&Kind::ALL, &Query::read(text).expect("a short text"));
//! assert_eq!(found("GeForce 4090")[0].id, "rtx-4090");
//! assert!(found("llama 3 8b")[0].is_exact());
//! let near = &found("llama 3.4 8b")[0];
//! assert_eq!((near.id, &*near.nearest[0].given, near.nearest[0].taken), ("llama-3-8b", "3.4", "3"));
//! ```

mod close;
mod index;
mod query;
mod row;
mod text;
mod words;

pub use query::{LONGEST, Query, TooLong};
pub use row::{Kind, Reason};

use index::Index;
use query::Sought;
use row::{Field, Row};
use text::Size;

/// A row that a query finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// The list that it is in.
    pub kind: Kind,
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// By what it was found, each once; empty where the query only asks for rows of its kind.
    pub because: Vec<Reason>,
    /// The words that it does not have, with what of it stands in for each.
    pub nearest: Vec<Nearest>,
}

/// A word of a query that no row has, and what is nearest to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// As it was asked for.
    pub given: String,
    /// As the catalog has it.
    pub taken: &'static str,
}

impl Hit {
    /// Whether it has every word of the query.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.nearest.is_empty()
    }
}

/// The rows of some lists that a query finds, the likeliest first; all of them for a query without words.
#[must_use]
pub fn find(kinds: &[Kind], query: &Query) -> Vec<Hit> {
    let index = Index::shipped();
    let Some(sought) = index.look_up(query) else { return Vec::new() };
    let rows = index.rows.iter().filter(|row| kinds.contains(&row.kind));
    let mut hits: Vec<(Rank, Hit)> = rows.filter_map(|row| weigh(index, row, &sought)).collect();
    // Of rows that match alike the one that is called just so comes first: two libraries write one name in two ways.
    hits.sort_by_key(|((near, cost, beyond, standing), hit)| {
        (*near, *cost, *beyond, !hit.id.eq_ignore_ascii_case(&query.text), *standing)
    });
    hits.into_iter().map(|(_, hit)| hit).collect()
}

/// The ids of a list that a text most likely means, likeliest first; none where it is longer than any query.
#[must_use]
pub fn likely(kind: Kind, text: &str) -> Vec<&'static str> {
    let query = Query::read(text).ok().filter(|query| !query.is_empty());
    query.map(|query| find(&[kind], &query).into_iter().map(|hit| hit.id).collect()).unwrap_or_default()
}

/// The order of hits, least first: words that are only near, how well the others match, what a name says beyond the query
/// (words, words before the first that was asked for, sizes), then the row's own place. Of rows alike but for that, one whose id was
/// written just so comes first.
type Rank = (usize, u32, Beyond, u16);
type Beyond = (u32, u32, u32);

/// A row with its rank, if it has every word.
fn weigh(index: &'static Index, row: &'static Row, sought: &[Sought<'_>]) -> Option<(Rank, Hit)> {
    let mut touched = vec![0_u64; row.names().count()];
    let (mut cost, mut because, mut nearest) = (0, Vec::new(), Vec::new());
    for word in sought {
        let found = of_size(row, word, &mut touched).into_iter().chain(in_names(row, word, &mut touched));
        let others = row.others().filter_map(|field| placed(field, word).map(|(place, _)| place));
        // Of equals the first counts: a name tells more than a family.
        let place = found.chain(others).min_by_key(|place| place.cost)?;
        cost += place.cost;
        because.push(place.reason);
        nearest.extend(
            word.nearest_of(&place.terms).map(|(given, term)| Nearest { given: given.to_owned(), taken: index.term(term) }),
        );
    }
    because.retain(|reason| *reason != Reason::Kind);
    because.sort_unstable();
    because.dedup();
    let beyond = row.names().zip(&touched).map(|(name, touched)| beyond(name, *touched)).min().unwrap_or_default();
    let rank = (nearest.len(), cost, beyond, row.standing);
    Some((rank, Hit { kind: row.kind, id: row.id, name: row.name, because, nearest }))
}

/// Where a word of a query stands in a row.
struct Place {
    cost: u32,
    reason: Reason,
    terms: Vec<u16>,
}

/// A word as a capacity or a count of parameters.
fn of_size(row: &Row, word: &Sought<'_>, touched: &mut [u64]) -> Option<Place> {
    let (reason, cost) = match word.size {
        Some(Size::Gigabytes(gigabytes)) if row.gigabytes == Some(gigabytes) => (Reason::Memory, 0),
        Some(Size::Parameters(count)) if row.has_parameters(count) => (Reason::Parameters, 0),
        // `a100 80` and `4090 24` leave the unit out.
        None if word.number.is_some() && word.number == row.gigabytes => (Reason::Memory, 1),
        _ => return None,
    };
    for (name, touched) in row.names().zip(touched) {
        *touched |= name.words_of_size(word.size);
    }
    Some(Place { cost, reason, terms: Vec::new() })
}

/// The best place of a word in a row's names; every place counts as asked for.
fn in_names(row: &Row, word: &Sought<'_>, touched: &mut [u64]) -> Option<Place> {
    let places = row.names().zip(touched).filter_map(|(name, touched)| {
        let (place, words) = placed(name, word)?;
        *touched |= words;
        Some(place)
    });
    // Lazily, all but the best would stay untouched.
    let places: Vec<Place> = places.collect();
    places.into_iter().min_by_key(|place| place.cost)
}

/// The best place of a word in a field, and the field's words at all places of it.
fn placed(field: &Field, word: &Sought<'_>) -> Option<(Place, u64)> {
    // A size is a filter, never a part of a name.
    if word.size.is_some() {
        return None;
    }
    let mut best: Option<(u32, usize)> = None;
    let mut words = 0;
    for (start, parts) in field.parts.windows(word.parts.len()).enumerate() {
        let costs = parts.iter().zip(&word.parts).map(|(part, wanted)| wanted.cost_of(part.term));
        let Some(cost) = costs.sum::<Option<u32>>() else { continue };
        let (first, last) = (parts.first()?, parts.last()?);
        // A whole word before the beginning of one, and that before something inside.
        let alignment = if first.starts { u32::from(!last.ends) } else { 2 };
        let cost = cost + alignment + field.reason.distance();
        words |= parts.iter().fold(0, |words, part| words | 1 << part.word);
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, start));
        }
    }
    let (cost, start) = best?;
    let parts = &field.parts[start..start + word.parts.len()];
    let terms = parts.iter().map(|part| part.term).collect();
    Some((Place { cost, reason: field.reason_of(parts), terms }, words))
}

/// What a name says beyond the words at which a query found it; where it was found by sizes alone, names tell nothing.
fn beyond(name: &Field, touched: u64) -> Beyond {
    let is_touched = |word: usize| touched & (1 << word) != 0;
    let words = || name.sizes.iter().enumerate();
    let missing = |is_size: bool| words().filter(|(word, size)| size.is_some() == is_size && !is_touched(*word)).count() as u32;
    match words().find(|(word, size)| size.is_none() && is_touched(*word)) {
        Some((first, _)) => (missing(false), first as u32, missing(true)),
        None => (u32::MAX, 0, 0),
    }
}
