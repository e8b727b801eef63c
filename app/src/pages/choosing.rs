//! The form above a list of the catalog: words and choices by a plain `GET`, so that a chosen list is a link.

use api::convert::catalog_found::{PARAMETER, hits};
use catalog::find::{Hit, Kind, LONGEST};
use leptos::prelude::*;
use scenario::FieldError;
use wording::format;

use crate::context::{request_path, request_query};
use crate::locale::Locale;
use crate::messages::products as text;

/// A list to choose from: its parameter, its label, words with their names, and the chosen word, empty for any.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Name of the parameter.
    pub name: &'static str,
    /// Label.
    pub label: &'static str,
    /// What an empty choice is called.
    pub open: &'static str,
    /// Words with their names.
    pub words: Vec<(String, String)>,
}

/// What the address chooses.
#[derive(Debug, Clone, Default)]
pub struct Chosen {
    /// Words to look for; empty where there are none.
    pub search: String,
    words: Vec<(&'static str, String)>,
    /// Parameters that no list has, or whose word is not in the list.
    pub ignored: Vec<String>,
}

impl Chosen {
    /// The word of a list; none where any will do.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&str> {
        self.words.iter().find(|(known, _)| *known == name).map(|(_, word)| word.as_str())
    }
}

/// Reads the request's parameters.
#[must_use]
pub fn read_choices(choices: &[Choice]) -> Chosen {
    let mut chosen = Chosen::default();
    for (name, word) in scenario::query::decode(&request_query()).filter(|(_, word)| !word.is_empty()) {
        if name == PARAMETER {
            chosen.search = word;
            continue;
        }
        let list = choices.iter().find(|choice| choice.name == name);
        match list.filter(|list| list.words.iter().any(|(known, _)| *known == word)) {
            Some(list) => {
                chosen.words.retain(|(known, _)| *known != list.name);
                chosen.words.push((list.name, word));
            }
            None => chosen.ignored.push(name),
        }
    }
    chosen
}

/// What the address's words find in a list; none where it has no words, or where they cannot be read.
#[derive(Debug)]
pub struct Search {
    /// The hits, the likeliest first.
    pub hits: Option<Vec<Hit>>,
    /// Why the words cannot be read.
    pub fault: Option<FieldError>,
    /// What can be looked for.
    pub hint: &'static str,
}

impl Search {
    /// Looks the words up.
    #[must_use]
    pub fn of(chosen: &Chosen, kind: Kind, hint: &'static str) -> Self {
        let found = (!chosen.search.is_empty()).then(|| hits(&[kind], &chosen.search)).transpose();
        let (hits, fault) = found.map_or_else(|fault| (None, Some(fault)), |hits| (hits, None));
        Self { hits, fault, hint }
    }

    /// Calls the order by its name: what is found stands by how well it matches, a whole list by its ids.
    pub fn name_order(&self, choices: &mut [Choice], locale: Locale) {
        if self.hits.is_some() {
            choices.iter_mut().filter(|choice| choice.name == "sort").for_each(|choice| choice.open = text::by_match(locale));
        }
    }

    /// The rows to choose from: those that were found, in their order, or all.
    #[must_use]
    pub fn rows<T>(
        &self,
        all: impl IntoIterator<Item = &'static T>,
        by_id: impl Fn(&str) -> Option<&'static T>,
    ) -> Vec<&'static T> {
        match &self.hits {
            Some(hits) => hits.iter().filter_map(|hit| by_id(hit.id)).collect(),
            None => all.into_iter().collect(),
        }
    }

    /// Why a row is there, in a sentence below its name; nothing where no words were asked for.
    #[must_use]
    pub fn why(&self, id: &str, locale: Locale) -> Option<String> {
        let hit = self.hits.as_ref()?.iter().find(|hit| hit.id == id)?;
        let by = || Some(wording::found_by(hit, locale)).filter(|by| !by.is_empty()).map(|by| text::found_by(locale, &by));
        wording::found_instead(hit, locale).or_else(by)
    }
}

/// Draws why a row is there.
pub fn reason(why: String) -> AnyView {
    view! { <span class="fine reason">{why}</span> }.into_any()
}

/// Draws the form, and how much of the list is left.
pub fn form(choices: Vec<Choice>, chosen: &Chosen, search: &Search, left: usize, all: usize, locale: Locale) -> AnyView {
    let lists: Vec<_> = choices.into_iter().map(|choice| list(choice, chosen)).collect();
    let ignored = (!chosen.ignored.is_empty())
        .then(|| view! { <p class="fine" role="note">{text::not_understood(locale, &chosen.ignored.join(", "))}</p> });
    let none = (left == 0).then(|| view! { <p>{text::none_left(locale)}</p> });
    view! {
        <form class="card choosing" method="get" action=request_path()>
            <fieldset>
                <legend>{text::filter(locale)}</legend>
                {words(chosen, search, locale)}
                {lists}
            </fieldset>
            <p class="form-end">
                <button type="submit" data-testid="show">{text::show(locale)}</button>
                " "
                <span class="fine" data-testid="shown">{text::shown(locale, &format::tally(left), &format::tally(all))}</span>
            </p>
            {ignored}
            {none}
        </form>
    }
    .into_any()
}

fn words(chosen: &Chosen, search: &Search, locale: Locale) -> AnyView {
    let words = chosen.search.clone();
    let fault = search.fault.as_ref().map(|fault| fault.detail(locale));
    let is_wrong = fault.is_some().then_some("true");
    let hint = search.hint;
    view! {
        <div class="field search">
            <label for="c-q">{text::search(locale)}</label>
            <div>
                <input type="search" id="c-q" name=PARAMETER value=words maxlength=LONGEST.to_string() autocomplete="off"
                    aria-describedby="h-q e-q" aria-invalid=is_wrong />
                <p class="fine" id="h-q">{hint}</p>
                <p class="field-error" id="e-q">{fault}</p>
            </div>
        </div>
    }
    .into_any()
}

fn list(choice: Choice, chosen: &Chosen) -> AnyView {
    let word = chosen.word(choice.name).unwrap_or_default().to_owned();
    let options: Vec<_> = choice
        .words
        .into_iter()
        .map(|(value, name)| {
            let selected = value == word;
            view! { <option value=value selected=selected>{name}</option> }
        })
        .collect();
    let id = format!("c-{}", choice.name);
    view! {
        <div class="field">
            <label for=id.clone()>{choice.label}</label>
            <div>
                <select id=id name=choice.name>
                    <option value="">{choice.open}</option>
                    {options}
                </select>
            </div>
        </div>
    }
    .into_any()
}
