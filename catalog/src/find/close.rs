//! What is near to a word that no row has.

/// One letter too many, too few, another, or two in the other order: how far that is, the commonest slip first.
///
/// Words of two characters have too many such neighbors to mean anything.
pub fn slip(given: &str, known: &str) -> Option<u32> {
    // A character has at most four bytes, and what is too long need not be looked at.
    if given.len().abs_diff(known.len()) > 4 {
        return None;
    }
    let (given, known): (Vec<char>, Vec<char>) = (given.chars().collect(), known.chars().collect());
    let (shorter, longer) = if given.len() <= known.len() { (&given, &known) } else { (&known, &given) };
    if shorter.len() < SHORTEST || longer.len() - shorter.len() > 1 {
        return None;
    }
    let same = shorter.iter().zip(longer).take_while(|(a, b)| a == b).count();
    let (left, right) = (&shorter[same..], &longer[same..]);
    if left.len() < right.len() {
        return (left == &right[1..]).then_some(1);
    }
    let is_swap = left.len() > 1 && left[0] == right[1] && left[1] == right[0] && left[2..] == right[2..];
    let is_other = !left.is_empty() && left[1..] == right[1..];
    if is_swap { Some(0) } else { is_other.then_some(2) }
}

/// The shortest word that one letter may be wrong in.
const SHORTEST: usize = 3;

/// How far one version is from another of the same whole number, where the one that was asked for has a point: `3.1` from `3`
/// and from `3.2`. The number without a point stands for all of them.
pub fn version(given: &str, known: &str) -> Option<u32> {
    let (whole, fraction) = given.split_once('.')?;
    let tenth = |fraction: &str| fraction.bytes().next().map(|digit| u32::from(digit.saturating_sub(b'0')));
    match known.split_once('.') {
        None => (known == whole).then_some(0),
        Some((other, digits)) if other == whole => Some(1 + tenth(fraction)?.abs_diff(tenth(digits)?)),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_may_be_wrong() {
        for (given, known, expected) in [
            ("4009", "4090", Some(0)),
            ("lama", "llama", Some(1)),
            ("llamma", "llama", Some(1)),
            ("409", "4090", Some(1)),
            ("resmet", "resnet", Some(2)),
            ("rtz", "rtx", Some(2)),
            ("4090", "4090", None),
            ("rt", "rtx", None),
            ("lma", "llama", None),
            ("4080", "4009", None),
            ("abcd", "badc", None),
        ] {
            assert_eq!(slip(given, known), expected, "{given} {known}");
            assert_eq!(slip(known, given), expected, "{known} {given}");
        }
    }

    #[test]
    fn versions_share_their_whole_number() {
        assert_eq!(version("3.1", "3"), Some(0));
        assert_eq!(version("3.1", "3.2"), Some(2));
        assert_eq!(version("3.1", "2"), None);
        assert_eq!(version("3.1", "1.1"), None);
        assert_eq!(version("3", "3.2"), None);
    }
}
