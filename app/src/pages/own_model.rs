//! A model by its own files: a text goes in by `POST`, as it is longer than an address may be; a count, what was read of it and
//! links to plans come out. Nothing of it is kept.

mod answer;
mod keys;
mod links;
mod tables;
mod traced;

use leptos::prelude::*;

use super::pasted::{self, Words, with_code};
use crate::context::{PastedText, request_locale, request_origin};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::own_model as text;

/// The page's address, without a language in front.
pub const PATH: &str = "/model";

/// Bytes of a form that the page sends: a little less than the server takes.
const MOST_SENT: usize = 1_000_000;

/// How the tracer is started, beside the module that has the network.
const TRACE: &str = "python3 rigwise-trace.zip my_module:MyNetwork --input 3x224x224 --output network.json";

/// Draws the page.
#[component]
pub fn OwnModelPage() -> impl IntoView {
    let locale = request_locale();
    let pasted = use_context::<PastedText>();
    let typed = pasted.as_ref().map_or("", |pasted| &pasted.text);
    let words = Words { text: text::text(locale), kept: text::kept(locale), read: text::read(locale), action: None };
    let form = pasted::form("model", &words, typed, files(locale), pasted.as_ref());
    let call = format!("curl -H 'Content-Type: text/plain' --data-binary @config.json '{}/api/v1/model'", request_origin());
    let answer = pasted.as_ref().map(|pasted| answer::answer(pasted, locale));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide">
            <h1>{text::title(locale)}</h1>
            <p class="lead">{text::about(locale)}</p>
            {answer}
            {form}
            <h2>{text::files(locale)}</h2>
            <p class="measure">{with_code(text::files_about(locale))}</p>
            {pasted::call(text::call(locale), call)}
            <h2>{text::trace_own(locale)}</h2>
            <p class="measure">{with_code(text::trace_own_about(locale))}</p>
            <pre class="call" tabindex="0" role="region" aria-label=text::trace_own(locale)><code>{TRACE}</code></pre>
            <p><a href="/rigwise-trace.zip" download="">{text::trace_get(locale)}</a></p>
        </section>
    }
}

/// The way for files, which only a script can open; it shows itself once that runs.
fn files(locale: Locale) -> AnyView {
    view! {
        <div id="model-file-field" hidden=true>
            <label for="model-file">{text::file(locale)}</label>
            " "
            <input type="file" id="model-file" multiple=true accept=".json,.safetensors,.txt" aria-describedby="model-file-about" />
            <p id="model-file-about" class="fine">{text::file_about(locale)}</p>
            <p
                id="model-file-status"
                class="fine"
                role="status"
                data-most=MOST_SENT.to_string()
                data-filled=text::filled(locale)
                data-too-long=text::too_long(locale)
                data-failed=text::failed(locale)
            ></p>
        </div>
    }
    .into_any()
}
