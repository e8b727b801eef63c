//! Texts: how many, how long, and in how many tokens.

use scenario::defaults::DECODER_POSITIONS;
use scenario::limits;

use crate::facts::{DataSet, Note, TextUnit, Texts};
use crate::holdings::Part;
use crate::script::{Letters, Script};
use crate::tokens;

/// A length is rounded up to a multiple of this: finer than the rule for tokens is, and what kernels like.
const STEP: u64 = 64;
/// Tokens of a window into which long texts are cut: what decoders have room for where nothing is said.
const WINDOW: u64 = DECODER_POSITIONS;
/// Texts up to this many tokens are padded; it is what Llama 3 was published with.
const LONGEST_PADDED: u64 = 8192;

/// Rows of a part; those of files that nobody has opened are concluded from the others.
pub(super) fn rows(part: &Part) -> Option<u64> {
    let (counted, all) = (part.rows.count(), part.files.total());
    if part.counted == 0 || counted == 0 {
        return None;
    }
    u64::try_from(u128::from(counted) * u128::from(all) / u128::from(part.counted)).ok()
}

pub(super) fn decide(part: &Part, has_rows: bool, set: &mut DataSet) {
    let (unit, lengths) = if has_rows { (TextUnit::Row, &part.rows) } else { (TextUnit::File, &part.files) };
    if has_rows {
        let share = u128::from(part.counted) * 100 / u128::from(part.files.total().max(1));
        match u64::try_from(share).unwrap_or(100) {
            _ if part.counted == 0 || part.rows.count() == 0 => set.notes.push(Note::RowsUnseen(part.files.count())),
            share if share < 100 => set.notes.push(Note::RowsConcluded(share)),
            _ => {}
        }
    }
    let samples = if has_rows { rows(part) } else { Some(part.files.count()) };
    set.data.samples = samples;
    let (Some(bytes), Some(samples)) = (lengths.spread(), samples) else { return };
    let rule = tokens::rule(script(part));
    let total = if has_rows { scaled(lengths.total(), samples, lengths.count()) } else { lengths.total() };
    set.texts = Some(Texts { unit, bytes, rule, total });
    let (median, high) = (rule.tokens(bytes.median), rule.tokens(bytes.high));
    if median > WINDOW || high > LONGEST_PADDED {
        // A loader joins long texts and cuts them into windows, which are then the samples.
        set.notes.push(Note::TextsCut { median, high, window: WINDOW });
        set.data.samples = Some(rule.tokens(total).div_ceil(WINDOW));
        set.data.sequence_length = Some(WINDOW);
    } else if high > 0 {
        let length = high.next_multiple_of(STEP);
        set.data.sequence_length = Some(length).filter(|length| limits::SEQUENCE_LENGTH.contains(*length));
    }
}

/// What the texts are written in: what was seen of them, else what their names say of programs.
fn script(part: &Part) -> Script {
    let mut letters: Letters = part.letters;
    let prose = part.files.total().saturating_sub(part.code);
    if part.code > prose {
        letters = Letters::default();
        letters.add_code(part.code);
    }
    letters.script()
}

/// So much for some of them, for all of them.
fn scaled(amount: u64, all: u64, some: u64) -> u64 {
    u64::try_from(u128::from(amount) * u128::from(all) / u128::from(some.max(1))).unwrap_or(u64::MAX)
}
