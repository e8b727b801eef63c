//! The form above a list of the catalog: choices by a plain `GET`, so that a chosen list is a link.

use leptos::prelude::*;
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

/// Draws the form, and how much of the list is left.
pub fn form(choices: Vec<Choice>, chosen: &Chosen, left: usize, all: usize, locale: Locale) -> AnyView {
    let lists: Vec<_> = choices.into_iter().map(|choice| list(choice, chosen)).collect();
    let ignored = (!chosen.ignored.is_empty())
        .then(|| view! { <p class="fine" role="note">{text::not_understood(locale, &chosen.ignored.join(", "))}</p> });
    let none = (left == 0).then(|| view! { <p>{text::none_left(locale)}</p> });
    view! {
        <form class="card choosing" method="get" action=request_path()>
            <fieldset>
                <legend>{text::filter(locale)}</legend>
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
