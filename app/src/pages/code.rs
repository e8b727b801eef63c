//! Programs that run a plan: one part a framework, one fold a file; the query is the planner's own.

use engine::hardware::OperatingSystem;
use leptos::prelude::*;
use wire::v1::choices::Framework;
use wire::v1::code::{Refusal, Snippet};

use crate::components::bound::Bound;
use crate::components::tabs::{View, tabs, tabs_of_bounded};
use crate::components::verdict::verdict;
use crate::context::{request_locale, request_origin, request_query};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::code as text;
use crate::plan::{Plan, Reading, read, says_a_run};
use crate::planner::errors::error_summary_elsewhere;
use crate::planner::results;
use crate::planner::unread::unread;
use crate::view::draw;
use markup::Element;

/// Draws the page.
#[component]
pub fn CodePage() -> impl IntoView {
    let locale = request_locale();
    let Answer { faults, above, programs } = Answer::of(&request_query(), locale);
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose wide programs">{faults} {above} {programs}</section>
    }
}

/// What the page of a stored plan shows of its programs, below a head and a bar of its own.
#[must_use]
pub fn of_stored(encoded: &str, locale: Locale) -> AnyView {
    let Answer { faults, programs, .. } = Answer::of(encoded, locale);
    view! { <section class="prose wide programs">{faults} {programs}</section> }.into_any()
}

/// What there is to show of an encoded query.
struct Answer {
    /// What is wrong with it.
    faults: Option<AnyView>,
    /// Title, verdict and bar.
    above: Option<AnyView>,
    /// The programs themselves.
    programs: Option<AnyView>,
}

impl Answer {
    fn of(encoded: &str, locale: Locale) -> Self {
        let Reading { plan, bounded, errors, .. } = read(scenario::query::decode(encoded));
        let faults = error_summary_elsewhere(&errors, encoded, locale);
        let faults = faults.map(|summary| view! { <div>{draw(&summary)}</div> }.into_any());
        let (above, programs) = match (plan, bounded) {
            (Some(plan), _) => {
                let parts = [verdict(&plan, None, locale), tabs(&plan.query(), View::Code, locale)];
                let names_one = plan.asked.training.framework.is_some();
                let written = (snippets(&plan, locale), programs::refusals(&plan.estimate, &plan.pinned, locale));
                let programs = programs(&written, [plan.query(), plan.call_query()], &plan.unknown, names_one, locale);
                let start = programs::start(&plan.estimate, &plan.pinned, locale);
                let folder = written.0.first().and_then(|snippet| snippet.folder.clone());
                let first = first(&plan, !says_a_run(encoded), [&start, folder.as_deref().unwrap_or_default()], locale);
                let programs = view! { {first} {programs} }.into_any();
                (Some(above(&results::title(&plan), &parts, locale)), Some(programs))
            }
            (None, Some(plan)) => {
                let parts = [Bound::of(&plan.bound).verdict(None, locale), tabs_of_bounded(&plan.query(), View::Code, locale)];
                let written = (programs::bounded(&plan.bound, &plan.pinned, locale), Vec::new());
                let programs = programs(&written, [plan.query(), plan.call_query()], &plan.unknown, true, locale);
                let all = zip(&plan.call_query(), locale);
                let programs = view! { <p class="actions">{all}</p> {programs} }.into_any();
                (Some(above(&results::bounded_title(&plan), &parts, locale)), Some(programs))
            }
            (None, None) => (None, None),
        };
        Self { faults, above, programs }
    }
}

/// What to do first, in order; where the plan does not fit, that comes before.
fn first(plan: &Plan, is_example: bool, [start, folder]: [&str; 2], locale: Locale) -> AnyView {
    let planner = format!("/plan?{}", plan.query());
    let example = is_example
        .then(|| view! { <p class="measure">{text::example(locale)} " " <a href="/plan">{text::choose(locale)}</a></p> });
    let misfit = (!plan.estimate.vram.fit.fits())
        .then(|| view! { <p class="measure">{text::misfit(locale)} " " <a href=planner>{text::make_it_fit(locale)}</a></p> });
    let all = zip_of(&plan.call_query(), locale);
    let is_windows = plan.estimate.scenario.hardware.os == OperatingSystem::Windows;
    let [curl, unpack, then] =
        if is_windows { ["curl.exe", "Expand-Archive programs.zip .", ";"] } else { ["curl", "unzip programs.zip", " &&"] };
    let fetched = format!("{curl} -o programs.zip '{}{all}'{then} {unpack}", request_origin());
    // Programs of PyTorch lie in a folder of their own only beside those of others.
    let folder = ["rigwise-programs", folder].join("/");
    let hint = programs::hint(&plan.estimate, &plan.pinned, locale);
    let installed = format!("cd {}{then} pip install -r requirements_pytorch.txt", folder.trim_end_matches('/'));
    view! {
        {example}
        {misfit}
        <ol class="steps" data-testid="first-steps">
            <li>
                {zip(&plan.call_query(), locale)} " " {text::or(locale)}
                <pre class="call"><code>{fetched}</code></pre>
            </li>
            <li>{text::install(locale)} " " {hint} <pre class="call"><code>{installed}</code></pre></li>
            <li>{text::try_it(locale)} <pre class="call"><code>{start.to_owned()}</code></pre></li>
            <li>{text::train(locale)} <pre class="call"><code>{format!("{start} --data {}", text::folder(locale))}</code></pre></li>
        </ol>
    }
    .into_any()
}

/// Where the folder of all programs is.
fn zip_of(call_query: &str, locale: Locale) -> String {
    format!("/api/v1/code.zip?{call_query}&lang={}", locale.as_str())
}

fn zip(call_query: &str, locale: Locale) -> AnyView {
    let all = zip_of(call_query, locale);
    view! { <a class="button" href=all download="rigwise-programs.zip" data-testid="programs-zip">{text::all(locale)}</a> }
        .into_any()
}

fn above(title_of_plan: &str, parts: &[Element; 2], locale: Locale) -> AnyView {
    let parts = parts.each_ref().map(draw);
    view! {
        <h1>{text::heading(locale, title_of_plan)}</h1>
        {parts}
    }
    .into_any()
}

/// Every program for a plan, in the reader's language.
#[must_use]
pub fn snippets(plan: &Plan, locale: Locale) -> Vec<Snippet> {
    programs::snippets(&plan.estimate, &plan.pinned, plan.asked.training.framework, locale)
}

fn programs(
    (snippets, refusals): &(Vec<Snippet>, Vec<Refusal>),
    [query, call_query]: [String; 2],
    unknown: &[(String, String)],
    names_one: bool,
    locale: Locale,
) -> AnyView {
    let groups: Vec<(Option<Framework>, Vec<&Snippet>)> = FRAMEWORKS
        .into_iter()
        .map(|framework| (framework, snippets.iter().filter(|snippet| snippet.framework == framework).collect()))
        .filter(|(_, of_group): &(_, Vec<&Snippet>)| !of_group.is_empty())
        .collect();
    // Tabs without a script: the style sheet shows the panel of the tab that is chosen, or all where it cannot.
    let tabs: Vec<_> = groups
        .iter()
        .enumerate()
        .map(|(place, (framework, _))| {
            view! {
                <label>
                    <input type="radio" name="tab" id=format!("tab-{}", name(*framework)) checked=place == 0 />
                    {title(*framework, locale)}
                </label>
            }
        })
        .collect();
    let written = |framework: &&Framework| snippets.iter().any(|snippet| snippet.framework == Some(**framework));
    // A reader who names a framework wants that alone.
    let lacking: Vec<_> = Framework::ALL
        .iter()
        .filter(|framework| !names_one && !written(framework))
        .map(|framework| view! { <p class="measure">{text::lacking(locale, title(Some(*framework), locale))}</p> })
        .collect();
    let panels: Vec<_> = groups
        .iter()
        .map(|(framework, files)| {
            let refusals: &[Refusal] = if *framework == Some(Framework::Pytorch) { refusals } else { &[] };
            panel(*framework, files, refusals, &query, locale)
        })
        .collect();
    let check = format!("python3 measure.zip --check --site {}", request_origin());
    let call = format!("curl '{}/api/v1/code?{}&lang={}'", request_origin(), call_query, locale.as_str());
    view! {
        {unread(unknown, locale)}
        <p class="measure">{text::about(locale)}</p>
        {lacking}
        <fieldset class="tabs">
            <legend class="visually-hidden">{text::frameworks(locale)}</legend>
            {tabs}
        </fieldset>
        {panels}
        <h2>{text::kit(locale)}</h2>
        <p class="measure">
            {text::kit_about(locale)} " " <a href="/measure.zip" download="measure.zip">{text::kit_download(locale)}</a>
        </p>
        <pre class="call"><code>{check}</code></pre>
        <h2>{text::api(locale)}</h2>
        <pre class="call"><code>{call}</code></pre>
    }
    .into_any()
}

/// The tabs in their order; the last one holds what no framework is needed for.
const FRAMEWORKS: [Option<Framework>; 4] =
    [Some(Framework::Pytorch), Some(Framework::Tensorflow), Some(Framework::Mindspore), None];

const fn title(framework: Option<Framework>, locale: Locale) -> &'static str {
    match framework {
        Some(Framework::Pytorch) => text::pytorch(locale),
        Some(Framework::Tensorflow) => text::tensorflow(locale),
        Some(Framework::Mindspore) => text::mindspore(locale),
        None => text::any(locale),
    }
}

/// What the style sheet knows a tab and its panel by.
fn name(framework: Option<Framework>) -> &'static str {
    framework.map_or("any", Framework::as_str)
}

fn panel(framework: Option<Framework>, snippets: &[&Snippet], refusals: &[Refusal], query: &str, locale: Locale) -> AnyView {
    let refused: Vec<_> = refusals
        .chunk_by(|one, other| one.detail == other.detail)
        .map(|of_one_reason| {
            let names: Vec<&str> = of_one_reason.iter().map(|refusal| refusal.title.as_str()).collect();
            let sentence = text::refused(locale, &names.join(locale.pick(", ", "、")), &of_one_reason[0].detail);
            view! { <p class="measure">{sentence}</p> }
        })
        .collect();
    // The first file of a framework is what most readers came for, and of what serves any what explains the rest.
    let mut snippets = snippets.to_vec();
    snippets.sort_by_key(|snippet| snippet.id != "readme");
    let files: Vec<_> = snippets.iter().enumerate().map(|(place, snippet)| file(snippet, place == 0, query, locale)).collect();
    view! {
        <section class=format!("panel panel-{}", name(framework))>
            <h2>{title(framework, locale)}</h2>
            {files}
            {refused}
        </section>
    }
    .into_any()
}

fn file(snippet: &Snippet, open: bool, query: &str, locale: Locale) -> AnyView {
    let id = format!("code-{}", snippet.id);
    let download = format!("/code/{}?{query}&lang={}", snippet.id, locale.as_str());
    let name = snippet.filename.clone();
    view! {
        <details class="program" open=open data-testid=format!("program-{}", snippet.id)>
            <summary>
                <strong>{snippet.title.clone()}</strong>
                " "
                <code>{name.clone()}</code>
            </summary>
            <p class="actions">
                <button
                    type="button"
                    hidden
                    aria-label=text::copy_named(locale, &name)
                    data-copies=id.clone()
                    data-done=text::copied(locale)
                    data-selected=text::selected(locale)
                >
                    {text::copy(locale)}
                </button>
                <a href=download download=name.clone() aria-label=text::download_named(locale, &name)>{text::download(locale)}</a>
            </p>
            <pre tabindex="0" role="region" aria-label=name><code id=id translate="no">{snippet.code.clone()}</code></pre>
        </details>
    }
    .into_any()
}
