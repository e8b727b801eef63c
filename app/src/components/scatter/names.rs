//! Names beside the marks of a picture, none over another and all inside it.

use super::{MARGIN, Plot};

/// Width of a letter of Latin script and of a Chinese one, at the size of names: wider than fonts have them.
const LETTER: (f64, f64) = (6.9, 12.5);
/// Height of a line of names.
const LINE: f64 = 14.0;
/// From a mark to its name.
const GAP: f64 = 3.0;

/// Where a name goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Name {
    /// Where it begins, from the left.
    pub x: f64,
    /// Its base line.
    pub y: f64,
    /// Its width, at the most.
    pub width: f64,
    /// It lies so far from its mark that a line leads there.
    pub is_led: bool,
}

#[derive(Debug, Clone, Copy)]
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    fn meets(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// Places for names beside their marks, of which each takes `radius` around its middle: at the side first, then further and further above and below. The marks and the names
/// that stand already are kept clear; a picture that is full takes a name over others rather than none.
#[must_use]
pub fn place_names(plot: &Plot, marks: &[(f64, f64, String)], radius: f64) -> Vec<Name> {
    let mut taken: Vec<Area> =
        marks.iter().map(|(x, y, _)| Area { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }).collect();
    let mut names = Vec::new();
    for (x, y, name) in marks {
        let width = width(name);
        let steps = (0..24).flat_map(|step| [f64::from(step), -f64::from(step)]);
        let candidates = steps.flat_map(|step| {
            let middle = y + step * LINE * 0.75;
            [x + radius + GAP, x - radius - GAP - width, x - width / 2.0].map(|left| (left, middle, step))
        });
        let is_inside = |area: &Area| {
            area.left >= plot.left + 2.0 && area.right <= plot.width - 2.0 && area.top >= MARGIN && area.bottom <= plot.floor()
        };
        let area =
            |left: f64, middle: f64| Area { left, right: left + width, top: middle - LINE / 2.0, bottom: middle + LINE / 2.0 };
        let free: Vec<(f64, f64, f64)> = candidates.filter(|(left, middle, _)| is_inside(&area(*left, *middle))).collect();
        let clear_of = |taken: &[Area]| {
            free.iter().copied().find(|(left, middle, _)| taken.iter().all(|other| !other.meets(&area(*left, *middle))))
        };
        let found = clear_of(&taken).or_else(|| clear_of(&taken[marks.len()..]));
        let (left, middle, _) = found.unwrap_or_else(|| {
            let left = (x + radius + GAP).min(plot.width - 2.0 - width).max(2.0);
            (left, y.clamp(MARGIN + LINE, plot.floor() - LINE), 0.0)
        });
        taken.push(area(left, middle));
        names.push(Name { x: left, y: middle + 4.0, width, is_led: (middle - y).abs() > radius + LINE / 2.0 + 2.0 });
    }
    names
}

/// A name as far as the picture has room for it, cut behind a word.
#[must_use]
pub fn fitting(plot: &Plot, name: &str) -> String {
    let room = (plot.right() - plot.left) * 0.72;
    if width(name) <= room {
        return name.to_owned();
    }
    let words: Vec<&str> = name.split(' ').collect();
    let cut = |count: usize| format!("{} …", words[..count].join(" "));
    (1..words.len()).rev().map(cut).find(|cut| width(cut) <= room).unwrap_or_else(|| cut(1))
}

fn width(name: &str) -> f64 {
    name.chars()
        .map(|letter| if letter.is_ascii() || letter == '×' { LETTER.0 } else { LETTER.1 })
        .fold(0.0, |sum, width| sum + width)
}

#[cfg(test)]
mod tests {
    use super::super::{NARROW, WIDE};
    use super::*;

    /// Seven machines whose prices and times lie close together, as on real pages.
    #[test]
    fn a_long_name_is_cut_behind_a_word() {
        let name = "4 × RTX PRO 6000 Blackwell Max-Q Workstation 96GB";
        assert_eq!(fitting(&NARROW, name), "4 × RTX PRO 6000 …");
        assert_eq!(fitting(&WIDE, name), name);
        assert_eq!(fitting(&NARROW, "Arc B580 12GB"), "Arc B580 12GB");
    }

    #[test]
    fn names_lie_inside_and_apart() {
        let names = [
            "GeForce RTX 4060 Ti 16GB",
            "GeForce RTX 5090",
            "2 × GeForce RTX 5090",
            "RTX PRO 6000",
            "Arc B580",
            "4 × RX 7900 XTX",
            "A100",
        ];
        for plot in [WIDE, NARROW] {
            for spread in [1.0, 0.3, 0.1] {
                let marks: Vec<(f64, f64, String)> = names
                    .iter()
                    .enumerate()
                    .map(|(place, name)| {
                        let share = place as f64 / 6.0 * spread;
                        let x = plot.left + 20.0 + share * (plot.right() - plot.left - 40.0);
                        (x, 40.0 + (1.0 - share) * (plot.floor() - 80.0), fitting(&plot, name))
                    })
                    .collect();
                let places = place_names(&plot, &marks, 9.0);
                for (place, name) in places.iter().enumerate() {
                    assert!(name.x >= plot.left && name.x + name.width <= plot.width, "{spread} {name:?}");
                    assert!(name.y > MARGIN && name.y <= plot.floor(), "{spread} {name:?}");
                    for other in &places[..place] {
                        let apart = (name.y - other.y).abs() >= LINE - 1e-9
                            || name.x + name.width <= other.x
                            || other.x + other.width <= name.x;
                        assert!(apart, "{} {spread} {name:?} {other:?}", plot.class);
                    }
                }
            }
        }
    }
}
