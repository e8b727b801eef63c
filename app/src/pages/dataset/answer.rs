//! What a listing says: the fields of a plan, sizes, files by form, what was left out, and the way on.

use api::dataset::{findings, plan_link};
use dataset::facts::{Item, Texts};
use dataset::shapes::Summary;
use dataset::{DataSet, tokens, words};
use engine::units::Bytes;
use leptos::prelude::*;
use wording::format;

use crate::context::PastedText;
use crate::locale::{Locale, colon};
use crate::messages::dataset as text;
use crate::pages::pasted::with_code;

/// Draws the answer to a pasted listing.
pub(super) fn answer(listing: &PastedText, locale: Locale) -> AnyView {
    let set = dataset::read(&dataset::text::decode(listing.text.as_bytes())).decide();
    let (lines, not_understood) = set.lines.unwrap_or_default();
    let counts = match not_understood {
        0 => text::counts_all(locale, &format::count(lines)),
        unread => text::counts(locale, &format::count(lines), &format::count(unread)),
    };
    let counts = (lines > 0).then(|| view! { <p class="fine" data-testid="counts">{counts}</p> });
    let link = plan_link(&set, &listing.plan);
    let remarks: Vec<String> = link.iter().flat_map(|link| &link.remarks).map(|remark| remark.note(locale).text).collect();
    let plan = link.map(|link| {
        view! {
            <p class="actions">
                <a class="button" href=link.path rel="nofollow" data-testid="plan-with-data">{text::plan(locale)}</a>
            </p>
        }
    });
    let found = if set.files > 0 {
        view! { {plan} {fields(&set, locale)} {notes(&set, remarks, locale)} {missing(&set, locale)} {sizes(&set, locale)} {files(&set, locale)} {parts(&set, locale)} }.into_any()
    } else {
        let said = if lines == 0 { text::empty(locale).to_owned() } else { text::nothing(locale, &format::count(lines)) };
        view! { <p role="alert" data-testid="nothing">{said}</p> }.into_any()
    };
    view! {
        <section class="card" data-testid="data-set">
            <h2 id="recognized">{text::recognized(locale)}</h2>
            {found}
            {counts}
        </section>
    }
    .into_any()
}

fn fields(set: &DataSet, locale: Locale) -> AnyView {
    let found = findings(&set.data, locale);
    if found.is_empty() {
        let said = text::no_samples(locale, &format::count(set.files));
        return view! { <p role="alert" data-testid="nothing">{said}</p> }.into_any();
    }
    let items = [Item::Kind, Item::Samples, Item::Image, Item::Sequence, Item::Classes, Item::Bytes];
    let rows = items.iter().filter_map(|item| {
        let value = found.iter().find(|finding| finding.field == item.as_str())?.name.clone();
        Some((Some(item.as_str()), words::item(*item, locale).to_owned(), value))
    });
    pairs(text::fields(locale), rows.collect(), locale)
}

fn sizes(set: &DataSet, locale: Locale) -> Option<AnyView> {
    let amount = |bytes: u64| format::bytes(Bytes(bytes));
    let mut rows = Vec::new();
    let mut say = |name: &str, value: String| rows.push((None, name.to_owned(), value));
    if let Some(spread) = set.file_bytes {
        say(text::file_median(locale), amount(spread.median));
        say(text::file_high(locale), amount(spread.high));
        say(text::file_range(locale), format!("{} – {}", amount(spread.smallest), amount(spread.largest)));
    }
    if let Some(Summary { looked_at, median, smallest, largest, most_common, others }) = set.pictures {
        say(text::pixels_median(locale), words::pixels(median));
        say(text::pixels_range(locale), format!("{} – {}", words::pixels(smallest), words::pixels(largest)));
        let share = format::whole_percent(others as f64 / looked_at.max(1) as f64);
        let common = words::pixels(most_common);
        say(text::pixels_differ(locale), text::pixels_differ_value(locale, &share, &common, &format::count(looked_at)));
    }
    if let Some(Texts { unit, bytes, rule, total }) = set.texts {
        let between = |median: String, high: String| text::median_high(locale, &median, &high);
        let tokens = |bytes: u64| text::tokens(locale, &format::count(rule.tokens(bytes)));
        let (fewest, most) = rule.range(total);
        let count = |number: u64| format::short_count(number);
        say(words::unit(unit, locale), between(amount(bytes.median), amount(bytes.high)));
        say(text::text_tokens(locale), between(tokens(bytes.median), tokens(bytes.high)));
        let all = text::all_tokens_value(locale, &count(rule.tokens(total)), &count(fewest), &count(most));
        say(text::all_tokens(locale), all);
        let [bytes, low, high] = [rule.bytes, rule.low, rule.high].map(|bytes| format::trimmed(bytes, 1));
        say(text::rule(locale), text::rule_value(locale, &bytes, &low, &high, words::script(rule.script, locale)));
    }
    let sources = set.texts.is_some().then(|| {
        let links: Vec<_> = tokens::SOURCES.iter().map(|(name, href)| view! { <li><a href=*href>{*name}</a></li> }).collect();
        view! {
            <details>
                <summary>{text::sources(locale)}</summary>
                <ul class="points">{links}</ul>
            </details>
        }
    });
    (!rows.is_empty())
        .then(|| view! { <h3>{text::sizes(locale)}</h3> {pairs(text::sizes(locale), rows, locale)} {sources} }.into_any())
}

/// A table of names and values; some rows are fields of a plan.
fn pairs(label: &'static str, rows: Vec<(Option<&'static str>, String, String)>, locale: Locale) -> AnyView {
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(field, name, value)| {
            view! {
                <tr data-field=field>
                    <th scope="row">{name}</th>
                    <td>{value}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=label>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{text::field(locale)}</th>
                        <th scope="col">{text::value(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn files(set: &DataSet, locale: Locale) -> AnyView {
    let rows: Vec<_> = set
        .forms
        .iter()
        .map(|forms| {
            view! {
                <tr>
                    <th scope="row">{words::format(forms.format, locale)}</th>
                    <td>{format::count(forms.files)}</td>
                    <td>{format::bytes(Bytes(forms.bytes))}</td>
                    <td>{words::role(forms.format.role(), locale)}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <h3>{text::files(locale)}</h3>
        <div class="scroll" tabindex="0" role="region" aria-label=text::files(locale)>
            <table data-testid="forms">
                <thead>
                    <tr>
                        <th scope="col">{text::form(locale)}</th>
                        <th scope="col">{text::count(locale)}</th>
                        <th scope="col">{text::bytes(locale)}</th>
                        <th scope="col">{text::taken_for(locale)}</th>
                    </tr>
                </thead>
                <tbody>
                    {rows} <tr>
                        <th scope="row">{text::all_files(locale)}</th>
                        <td data-testid="all-files">{format::count(set.files)}</td>
                        <td>{format::bytes(Bytes(set.bytes))}</td>
                        <td></td>
                    </tr>
                </tbody>
            </table>
        </div>
    }
    .into_any()
}

fn parts(set: &DataSet, locale: Locale) -> Option<AnyView> {
    if set.parts.is_empty() {
        return None;
    }
    let rows: Vec<_> = set
        .parts
        .iter()
        .map(|part| {
            let samples = part.samples.map_or_else(|| text::not_counted(locale).to_owned(), format::count);
            view! {
                <tr>
                    <th scope="row">{words::split(part.split, locale)}</th>
                    <td>{samples}</td>
                    <td>{format::bytes(Bytes(part.bytes))}</td>
                    <td>{if part.is_taken { text::yes(locale) } else { text::no(locale) }}</td>
                </tr>
            }
        })
        .collect();
    let table = view! {
        <h3>{text::parts(locale)}</h3>
        <div class="scroll" tabindex="0" role="region" aria-label=text::parts(locale)>
            <table data-testid="parts">
                <thead>
                    <tr>
                        <th scope="col">{text::part(locale)}</th>
                        <th scope="col">{text::samples(locale)}</th>
                        <th scope="col">{text::bytes(locale)}</th>
                        <th scope="col">{text::taken(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    };
    Some(table.into_any())
}

fn notes(set: &DataSet, remarks: Vec<String>, locale: Locale) -> Option<AnyView> {
    let notes = set.notes.iter().map(|note| words::note(note, locale)).chain(remarks);
    let notes: Vec<_> = notes.map(|note| view! { <li>{with_code(&note)}</li> }).collect();
    if notes.is_empty() {
        return None;
    }
    let list = view! {
        <h3>{text::notes(locale)}</h3>
        <ul class="points" data-testid="notes">{notes}</ul>
    };
    Some(list.into_any())
}

fn missing(set: &DataSet, locale: Locale) -> Option<AnyView> {
    if set.missing.is_empty() {
        return None;
    }
    let rows: Vec<_> = set
        .missing
        .iter()
        .map(|item| view! { <li>{words::item(*item, locale)} {colon(locale)} {with_code(words::where_to_find(*item, locale))}</li> })
        .collect();
    let list = view! {
        <h3>{text::missing(locale)}</h3>
        <ul class="points" data-testid="missing">{rows}</ul>
    };
    Some(list.into_any())
}
