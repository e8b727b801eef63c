//! One stable sort for all types: the standard library's is compiled again for each, some 6 kB of the browser's bundle apiece.

use std::cmp::Ordering;

/// Sorts stably by an order of the items.
pub fn sort_by<T>(items: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    let mut places = places(items.len(), &mut |a, b| order(&items[a], &items[b]) == Ordering::Greater);
    // Each place takes what belongs there; what it held moves on along the cycle.
    for start in 0..items.len() {
        let mut place = start;
        while places[place] != start {
            let from = places[place];
            items.swap(place, from);
            places[place] = place;
            place = from;
        }
        places[place] = place;
    }
}

/// Sorts stably by a key of the items.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// For each place the item that belongs there: runs of growing length are merged, the left one first among equals.
fn places(count: usize, is_greater: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
    let mut from: Vec<usize> = (0..count).collect();
    let mut to = from.clone();
    let mut width = 1;
    while width < count {
        for begin in (0..count).step_by(2 * width) {
            let (middle, end) = ((begin + width).min(count), (begin + 2 * width).min(count));
            let (mut left, mut right) = (begin, middle);
            for place in &mut to[begin..end] {
                let takes_right = left == middle || (right < end && is_greater(from[left], from[right]));
                let side = if takes_right { &mut right } else { &mut left };
                *place = from[*side];
                *side += 1;
            }
        }
        std::mem::swap(&mut from, &mut to);
        width *= 2;
    }
    from
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(mut pairs in prop::collection::vec((0_u8..20, any::<u16>()), 0..300)) {
            let mut expected = pairs.clone();
            expected.sort_by_key(|pair| pair.0);
            super::sort_by_key(&mut pairs, |pair| pair.0);
            prop_assert_eq!(pairs, expected);
        }
    }
}
