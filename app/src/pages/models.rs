//! The models of the catalog, chosen and sorted by the address.

use catalog::find::Kind;
use catalog::{ModelEntry, ModelFamily};
use leptos::prelude::*;
use wording::format;

use super::choosing::{self, Choice, Chosen, Search};
use super::own_model;
use crate::context::{path_prefix, request_locale};
use crate::fields::options::family_name;
use crate::head::Title;
use crate::locale::Locale;
use crate::messages::{own_model as own, pages, products as text};

/// Families with their words in the address, which are those of the API.
const FAMILIES: [(&str, ModelFamily); 9] = [
    ("cnn", ModelFamily::Cnn),
    ("vision-transformer", ModelFamily::VisionTransformer),
    ("segmentation", ModelFamily::Segmentation),
    ("detection", ModelFamily::Detection),
    ("encoder", ModelFamily::Encoder),
    ("decoder", ModelFamily::Decoder),
    ("seq2seq", ModelFamily::Seq2seq),
    ("speech", ModelFamily::Speech),
    ("diffusion", ModelFamily::Diffusion),
];

/// Draws the list.
#[component]
pub fn Models() -> impl IntoView {
    let locale = request_locale();
    let mut choices = choices(locale);
    let chosen = choosing::read_choices(&choices);
    let search = Search::of(&chosen, Kind::Model, text::search_models_hint(locale));
    search.name_order(&mut choices, locale);
    let models = filter_models(&chosen, &search);
    let form = choosing::form(choices, &chosen, &search, models.len(), catalog::listed_models().len(), locale);
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let rows: Vec<_> = models.into_iter().map(|model| row(model, search.why(model.id, locale), prefix, locale)).collect();
    view! {
        <Title text=format!("{} · Rigwise", pages::models_title(locale)) />
        <section class="prose wide">
            <h1>{pages::models_title(locale)}</h1>
            <p>{pages::models_about(locale)}</p>
            {form}
            <p class="actions"><a href=format!("{prefix}{}", own_model::PATH) data-testid="own-model">{own::unlisted(locale)}</a></p>
            <div class="scroll" tabindex="0" role="region" aria-label=pages::models_title(locale)>
                <table class="catalog" data-testid="models">
                    <thead>
                        <tr>
                            <th scope="col">{pages::model(locale)}</th>
                            <th scope="col">{pages::family(locale)}</th>
                            <th scope="col">{pages::parameters(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

fn row(model: &'static ModelEntry, why: Option<String>, prefix: &str, locale: Locale) -> AnyView {
    view! {
        <tr>
            <th scope="row">
                <a href=format!("{prefix}/models/{}", model.id)>{model.name}</a>
                {why.map(choosing::reason)}
            </th>
            <td>{family_name(model.family, locale)}</td>
            <td>{format::count(model.published_parameters)}</td>
        </tr>
    }
    .into_any()
}

fn choices(locale: Locale) -> Vec<Choice> {
    vec![
        Choice {
            name: "family",
            label: text::family(locale),
            open: text::any(locale),
            words: FAMILIES.iter().map(|(word, family)| ((*word).to_owned(), family_name(*family, locale).to_owned())).collect(),
        },
        Choice {
            name: "sort",
            label: text::sort(locale),
            open: text::by_name(locale),
            words: vec![("parameters".to_owned(), text::by_parameters(locale).to_owned())],
        },
    ]
}

/// The models that the address asks for, in its order: the likeliest first where it has words.
fn filter_models(chosen: &Chosen, search: &Search) -> Vec<&'static ModelEntry> {
    let family = chosen.word("family").and_then(|word| FAMILIES.iter().find(|(known, _)| *known == word));
    let mut models = search.rows(catalog::listed_models(), catalog::listed_model);
    models.retain(|model| family.is_none_or(|(_, family)| model.family == *family));
    if chosen.word("sort").is_some() {
        models.sort_by_key(|model| std::cmp::Reverse(model.published_parameters));
    }
    models
}
