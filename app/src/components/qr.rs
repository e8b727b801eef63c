//! A link as a code that phones read from paper.

use std::fmt::Write as _;

use fast_qr::{ECL, QRBuilder};

use markup::{Element, classed, el};

/// The longest link in bytes: of longer ones the squares are too small for a phone, and many for a page.
const LONGEST: usize = 600;
/// Light squares around the code, as readers of such codes need them.
const MARGIN: usize = 4;

/// The code of a link under its name, dark on light; none where the link is too long for one.
#[must_use]
pub fn qr(link: &str, name: String) -> Option<Element> {
    let code = QRBuilder::new(link).ecl(ECL::L).build().ok().filter(|_| link.len() <= LONGEST)?;
    let mut steps = String::new();
    for y in 0..code.size {
        let mut x = 0;
        while x < code.size {
            let end = (x..code.size).find(|at| !code[y][*at].value()).unwrap_or(code.size);
            if end > x {
                // A row of dark squares, one high.
                let _ = write!(steps, "M{} {}h{}v1H{}", x + MARGIN, y + MARGIN, end - x, x + MARGIN);
            }
            x = end + 1;
        }
    }
    let side = code.size + 2 * MARGIN;
    let ground = el("rect").attr("width", side.to_string()).attr("height", side.to_string()).attr("fill", "#fff");
    let drawn = classed("svg", "qr")
        .attr("viewBox", format!("0 0 {side} {side}"))
        .attr("width", "164")
        .attr("height", "164")
        .attr("role", "img")
        .attr("aria-label", name)
        .with(ground)
        .with(el("path").attr("fill", "#000").attr("d", steps));
    Some(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use markup::outer_html;

    #[test]
    fn every_dark_square_is_drawn_once() {
        let link = "https://rigwise.example/bom?v=1&gpu=rtx-4090&model=resnet50";
        let code = QRBuilder::new(link).ecl(ECL::L).build().unwrap();
        let dark = (0..code.size).flat_map(|y| (0..code.size).map(move |x| (x, y))).filter(|(x, y)| code[*y][*x].value()).count();
        let html = outer_html(&qr(link, String::from("code")).unwrap());
        let runs: usize = html.split('h').skip(1).filter_map(|run| run.split('v').next()?.parse::<usize>().ok()).sum();
        assert_eq!(runs, dark, "{html}");
        assert_eq!(qr(&"x".repeat(LONGEST + 1), String::new()), None);
    }
}
