//! The patterns by which parts differ besides their hue; drawn once a page, in the style sheet's colors.

use leptos::prelude::*;

/// Marks on an 8 x 8 tile, by the number of the part; the first is plain.
const MARKS: [&str; 9] = [
    "",
    "M-2 2L2 -2M0 8L8 0M6 10L10 6",
    "M0 4H8",
    "M-2 6L2 10M0 0L8 8M6 -2L10 2",
    "M4 0V8",
    "M0 0L8 8M8 0L0 8",
    "M2 2h1.5v1.5h-1.5zM6 6h1.5v1.5h-1.5z",
    "M0 2H8M0 6H8",
    "M4 0V8M0 4H8",
];

/// The definitions; they take no room.
#[must_use]
pub fn patterns() -> impl IntoView {
    let parts: Vec<_> = MARKS
        .into_iter()
        .enumerate()
        .map(|(number, marks)| {
            view! {
                <pattern id=format!("part-{number}") width="8" height="8" patternUnits="userSpaceOnUse">
                    <rect class=format!("fill fill-{number}") width="8" height="8" />
                    <path class="mark" d=marks />
                </pattern>
            }
        })
        .collect();
    view! {
        <svg class="patterns" width="0" height="0" aria-hidden="true" focusable="false">
            <defs>
                {parts}
                <pattern id="over" width="8" height="8" patternUnits="userSpaceOnUse">
                    <path class="over-mark" d="M-2 2L2 -2M0 8L8 0M6 10L10 6" />
                </pattern>
            </defs>
        </svg>
    }
}
