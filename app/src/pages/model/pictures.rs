//! What a model makes of the pictures in its prompts: tokens by their size.

use catalog::ModelEntry;
use engine::architecture::Architecture;
use leptos::prelude::*;
use wording::format;

use crate::context::path_prefix;
use crate::locale::Locale;
use crate::messages::run as text;

/// Sizes that people ask with, in pixels from top to bottom and from left to right: small and full screens, a page scanned at 300 dots
/// an inch, a telephone's camera.
const SIZES: [(u64, u64); 5] = [(512, 512), (720, 1280), (1080, 1920), (3508, 2480), (3024, 4032)];

/// Draws the table; nothing of models that read no pictures.
pub fn section(model: &'static ModelEntry, locale: Locale) -> Option<AnyView> {
    let Architecture::Decoder(decoder) = &model.architecture else { return None };
    let tower = decoder.options.tower?;
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let rows: Vec<_> = SIZES
        .iter()
        .map(|&(height, width)| {
            let href = format!("{prefix}/run?v=1&model={}&images=1&picture={height}x{width}", model.id);
            view! {
                <tr>
                    <th scope="row"><a href=href rel="nofollow">{format!("{height} × {width}")}</a></th>
                    <td>{format::count(tower.tokens(height, width))}</td>
                </tr>
            }
        })
        .collect();
    Some(
        view! {
            <h2 id="pictures">{text::reads_pictures(locale)}</h2>
            <p class="measure">{text::reads_pictures_about(locale)}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=text::reads_pictures(locale)>
                <table class="catalog" data-testid="pictures">
                    <thead>
                        <tr>
                            <th scope="col">{text::image_size(locale)}</th>
                            <th scope="col">{text::tokens_of_picture(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
        .into_any(),
    )
}
