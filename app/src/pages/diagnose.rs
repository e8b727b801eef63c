//! From what a run says, or from a symptom, to causes and remedies for a plan. A text goes in by `POST`, and nothing of it is kept;
//! symptoms and figures are in the query, the plan beside them as everywhere.

mod answer;
mod ask;
mod place;
mod said;

use leptos::prelude::*;
use runlog::Message;
use scenario::diagnose::{Asked, FIGURES, SYMPTOM_NAME, is_own, parse_query, to_query};
use scenario::query;

use crate::components::tabs::{View, tabs};
use crate::components::verdict::verdict;
use crate::context::{PastedText, request_locale, request_origin, request_query};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::diagnose as text;
use crate::plan::{Plan, read_or_preset, says_a_run};
use crate::planner::errors::{error_summary_elsewhere, heading_without_plan};
use crate::planner::results;
use crate::planner::unread::unread;
use crate::view::draw;
use place::Place;

pub use place::PATH;

/// Draws the page.
#[component]
pub fn DiagnosePage() -> impl IntoView {
    let locale = request_locale();
    let pasted = use_context::<PastedText>();
    let encoded = pasted.as_ref().map_or_else(request_query, |pasted| pasted.plan.to_string());
    let asked = Question::new(&encoded, pasted.as_ref());
    let body = if asked.names_a_plan(&encoded) { of_plan(&encoded, &asked, locale) } else { without_plan(&asked, locale) };
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose wide diagnosis">{body}</section>
    }
}

/// What is asked: the figures and the symptom of a query or of a text, and what that text says.
struct Question {
    asked: Asked,
    text: Option<String>,
    messages: Vec<Message>,
}

impl Question {
    fn new(questions: &str, pasted: Option<&PastedText>) -> Self {
        let mut asked = parse_query(questions);
        let Some(pasted) = pasted else { return Self { asked, text: None, messages: Vec::new() } };
        let messages = runlog::read(&pasted.text);
        if let Some(first) = messages.first() {
            (asked.symptom, asked.observed) = (first.symptom, first.observed);
        }
        Self { asked, text: Some(pasted.text.to_string()), messages }
    }

    /// Whether there is a plan to compare with: an address that asks for a symptom alone gets the preset's.
    fn names_a_plan(&self, encoded: &str) -> bool {
        says_a_run(encoded) || self.text.is_none() && (self.asked.symptom.is_some() || !self.asked.errors.is_empty())
    }

    /// What the text says; none where nothing was pasted.
    fn said(&self, locale: Locale) -> Option<AnyView> {
        self.text.as_ref().map(|_| said::said(&self.messages, locale))
    }
}

/// The page of a plan.
fn of_plan(encoded: &str, question: &Question, locale: Locale) -> AnyView {
    let (plan, faults) = read(encoded, encoded, question, locale);
    let head = plan.is_none().then(|| heading_without_plan(text::title(locale), encoded, locale).map(|part| draw(&part)));
    // What the text says holds without a plan.
    let said = plan.is_none().then(|| question.said(locale));
    let plan = plan.map(|plan| {
        let query = plan.query();
        let kept = query::to_query(&plan.asked, &plan.unknown);
        let place = Place { path: PATH.to_owned(), address: format!("{PATH}?{query}&"), kept };
        let example = (!says_a_run(encoded)).then(|| {
            view! { <p class="measure" data-testid="example">{text::example(locale)} " " <a href="/plan">{text::describe(locale)}</a></p> }
        });
        view! {
            <h1>{text::heading(locale, &results::title(&plan))}</h1>
            {example}
            {draw(&verdict(&plan, None, locale))}
            {draw(&tabs(&query, View::Diagnose, locale))}
            {unread(&plan.unknown, locale)}
            {diagnosis(&plan, question, &place, locale)}
        }
    });
    view! { {head} {faults} {said} {plan} }.into_any()
}

/// The page of those who have a message and no plan.
fn without_plan(question: &Question, locale: Locale) -> AnyView {
    let place = Place { path: PATH.to_owned(), address: format!("{PATH}?"), kept: Vec::new() };
    let weigh = question.messages.first().and_then(|message| message.symptom).map(|_| {
        view! {
            <p class="measure">{text::weigh(locale)}</p>
            <p class="actions"><a class="button" href="/plan">{text::describe(locale)}</a></p>
        }
    });
    view! {
        <h1>{text::start(locale)}</h1>
        {question.said(locale)}
        {weigh}
        {ask::paste("", question.text.as_deref().unwrap_or_default(), locale)}
        {ask::questions(&place, None, locale)}
    }
    .into_any()
}

/// What the page of a stored plan shows of its diagnosis, below a head and a bar of its own: the plan is in the path, so that
/// the query holds the questions alone.
#[must_use]
pub fn of_stored(encoded: &str, path: &str, locale: Locale) -> AnyView {
    let questions = request_query();
    let question = Question::new(&questions, None);
    let (plan, faults) = read(encoded, &questions, &question, locale);
    let place = Place { path: path.to_owned(), address: format!("{path}?"), kept: Vec::new() };
    let found = plan.map(|plan| diagnosis(&plan, &question, &place, locale));
    view! { <section class="prose wide diagnosis">{faults} {found}</section> }.into_any()
}

/// The plan of a query, and what is wrong with it and with the questions.
fn read(encoded: &str, questions: &str, question: &Question, locale: Locale) -> (Option<Plan>, Option<AnyView>) {
    let (plan, mut errors) = read_or_preset(encoded);
    errors.extend(question.asked.errors.iter().cloned());
    let mut names = vec![SYMPTOM_NAME];
    names.extend(FIGURES.iter().map(|figure| figure.parameter));
    errors.extend(query::find_repeated(query::decode(questions), &names));
    let faults = error_summary_elsewhere(&errors, encoded, locale);
    (plan.map(without_questions), faults.map(|summary| view! { <div>{draw(&summary)}</div> }.into_any()))
}

/// The plan without this page's own parameters, so that links to the planner do not carry them along.
fn without_questions(mut plan: Plan) -> Plan {
    plan.unknown.retain(|(name, _)| !is_own(name));
    plan
}

/// The answer first; below it the ways to ask something else.
fn diagnosis(plan: &Plan, question: &Question, place: &Place, locale: Locale) -> AnyView {
    let Question { asked, text: typed, .. } = question;
    let found = asked.symptom.map(|symptom| {
        let address = format!("{}{}", place.address, parameters(asked));
        let link =
            typed.as_ref().map(|_| view! { <p><a href=address rel="nofollow" data-testid="link">{text::link(locale)}</a></p> });
        // Of a text the figures stand beside what it says.
        let figures = typed.is_none().then(|| said::figures(asked.observed, locale));
        view! {
            {ask::figures(symptom, asked, place, locale)}
            {figures}
            {answer::answer(plan, symptom, asked, locale)}
            {link}
        }
    });
    let call = asked.symptom.map(|_| {
        let (query, origin) = (plan.call_query(), request_origin());
        let call = format!("curl '{origin}/api/v1/diagnose?{query}&{}&lang={}'", parameters(asked), locale.as_str());
        view! {
            <h2>{text::api(locale)}</h2>
            <pre class="call"><code>{call}</code></pre>
        }
    });
    view! {
        {question.said(locale)}
        {found}
        <p class="measure">{text::about(locale)}</p>
        {ask::paste(&plan.query(), typed.as_deref().unwrap_or_default(), locale)}
        {ask::questions(place, asked.symptom, locale)}
        {call}
    }
    .into_any()
}

/// Symptom and figures as a query.
fn parameters(asked: &Asked) -> String {
    let Some(symptom) = asked.symptom else { return String::new() };
    let pairs = to_query(symptom, asked.observed);
    query::encode(pairs.iter().map(|(name, text)| (*name, text.as_str())))
}
