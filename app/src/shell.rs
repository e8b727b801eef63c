//! The document around every page, and which page a path shows.

#![expect(clippy::must_use_candidate, reason = "components are used by the view macro, which always uses what they return")]

use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::{ParamSegment, StaticSegment};

use crate::components::patterns::patterns;
use crate::components::save::revises;
use crate::context::{PlanView, path_prefix, request_locale, request_path, request_query};
use crate::head::{MetaTags, provide_meta_context};
use crate::locale::html_lang;
use crate::messages::{pages as text, products};
use crate::pages::about_data::AboutData;
use crate::pages::about_privacy::AboutPrivacy;
use crate::pages::accuracy::Accuracy;
use crate::pages::bill::BillPage;
use crate::pages::call::CallPage;
use crate::pages::cases::Cases;
use crate::pages::code::CodePage;
use crate::pages::compare::ComparePage;
use crate::pages::dataset::DataSetPage;
use crate::pages::diagnose::DiagnosePage;
use crate::pages::footer::Footer;
use crate::pages::gpu::GpuPage;
use crate::pages::gpus::Gpus;
use crate::pages::header::Header;
use crate::pages::home::Home;
use crate::pages::machine::MachinePage;
use crate::pages::model::ModelPage;
use crate::pages::models::Models;
use crate::pages::need::Need;
use crate::pages::not_found::NotFound;
use crate::pages::own_model::OwnModelPage;
use crate::pages::plan::PlanPage;
use crate::pages::plans::Plans;
use crate::pages::problems::{ProblemPage, Problems};
use crate::pages::reference::{ApiOverview, OperationPage, ParametersPage};
use crate::pages::run::RunPage;
use crate::pages::shared::{SharedPlan, controls};
use crate::pages::upgrade::UpgradePage;
use crate::planner::tab::Tab;

/// The whole document. Only the planner's page loads scripts, and some a small one that copies texts, reads files, lists those
/// of a folder, answers the start page's question, searches lists of products or keeps the reader's list of plans. Each carries the nonce of the answer, since the policy lets no other run.
#[must_use]
pub fn shell() -> impl IntoView {
    let locale = request_locale();
    let path = request_path();
    let is_planner = Tab::at(&path).is_some();
    let is_shared = path.starts_with("/p/");
    let bare = path_prefix().map_or(path.as_str(), |(prefix, _)| path.trim_start_matches(prefix));
    let copies = matches!(bare, "/code" | "/call" | "/machine" | "/model" | "/data") || is_shared;
    let reads_files = bare == "/model";
    let lists_files = bare == "/data";
    let reads_messages = bare == "/diagnose" || is_shared && path.ends_with(PlanView::Diagnose.path());
    let compares = bare == "/compare" || is_shared && path.ends_with(PlanView::Compare.path());
    let is_home = matches!(bare, "" | "/");
    let searches = is_planner || compares || is_home || matches!(bare, "/need" | "/upgrade" | "/run");
    // The planner needs the list only where it changes a plan whose key the list may hold.
    let lists = is_shared || is_home || bare == "/plans" || (is_planner && revises(&request_query()));
    let owns = is_shared || lists && is_planner;
    view! {
        <!DOCTYPE html>
        <html lang=html_lang(locale) data-owner=owns.then(|| controls::words(locale))>
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <meta name="theme-color" content="#f6f7f9" media="(prefers-color-scheme: light)" />
                <meta name="theme-color" content="#0f1418" media="(prefers-color-scheme: dark)" />
                <link rel="stylesheet" href="/pkg/rigwise.css" />
                <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
                <MetaTags />
                {is_planner.then(|| view! {
                    <script type="module" src="/planner.js" nonce=use_nonce()></script>
                })}
                {copies.then(|| view! { <script type="module" src="/copy.js" nonce=use_nonce()></script> })}
                {reads_messages.then(|| view! { <script type="module" src="/message.js" nonce=use_nonce()></script> })}
                {reads_files.then(|| view! { <script type="module" src="/files.js" nonce=use_nonce()></script> })}
                {lists.then(|| view! { <script type="module" src="/plans.js" nonce=use_nonce()></script> })}
                {is_home.then(|| view! { <script type="module" src="/home.js" nonce=use_nonce()></script> })}
                {lists_files.then(|| view! { <script type="module" src="/folder.js" nonce=use_nonce()></script> })}
                {searches.then(|| view! {
                    <script
                        type="module"
                        src="/choose.js"
                        nonce=use_nonce()
                        data-found=products::matches_found(locale)
                        data-none=products::matches_none(locale)
                        data-nearest=products::matches_nearest(locale)
                        data-refused=products::matches_refused(locale)
                        data-own=products::matches_own(locale)
                        data-own-page=format!("{}/model", path_prefix().map_or("", |(prefix, _)| prefix))
                    ></script>
                })}
            </head>
            <body>
                <App />
            </body>
        </html>
    }
}

/// The site: its frame and the page of the path.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    let locale = request_locale();
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    view! {
        <Router base=prefix>
            <a class="skip" href="#main">{text::skip(locale)}</a>
            {patterns()}
            <Header />
            <main id="main" tabindex="-1">
                <Routes fallback=NotFound>
                    <Route path=StaticSegment("") view=Home />
                    <Route path=StaticSegment("plan") view=PlanPage />
                    <Route path=(StaticSegment("plan"), StaticSegment("speed")) view=PlanPage />
                    <Route path=(StaticSegment("plan"), StaticSegment("improve")) view=PlanPage />
                    <Route path=(StaticSegment("plan"), StaticSegment("why")) view=PlanPage />
                    <Route path=StaticSegment("code") view=CodePage />
                    <Route path=StaticSegment("diagnose") view=DiagnosePage />
                    <Route path=StaticSegment("bom") view=BillPage />
                    <Route path=StaticSegment("upgrade") view=UpgradePage />
                    <Route path=StaticSegment("need") view=Need />
                    <Route path=StaticSegment("run") view=RunPage />
                    <Route path=StaticSegment("machine") view=MachinePage />
                    <Route path=StaticSegment("model") view=OwnModelPage />
                    <Route path=StaticSegment("data") view=DataSetPage />
                    <Route path=StaticSegment("compare") view=ComparePage />
                    <Route path=(StaticSegment("p"), ParamSegment("id")) view=SharedPlan />
                    <Route path=(StaticSegment("p"), ParamSegment("id"), StaticSegment("r"), ParamSegment("number")) view=SharedPlan />
                    <Route path=below_plan("diff") view=SharedPlan />
                    <Route path=below_plan("parts") view=SharedPlan />
                    <Route path=below_revision("parts") view=SharedPlan />
                    <Route path=below_plan("code") view=SharedPlan />
                    <Route path=below_plan("compare") view=SharedPlan />
                    <Route path=below_plan("diagnose") view=SharedPlan />
                    <Route path=below_plan("improve") view=SharedPlan />
                    <Route path=below_plan("why") view=SharedPlan />
                    <Route path=below_revision("code") view=SharedPlan />
                    <Route path=below_revision("compare") view=SharedPlan />
                    <Route path=below_revision("diagnose") view=SharedPlan />
                    <Route path=below_revision("improve") view=SharedPlan />
                    <Route path=below_revision("why") view=SharedPlan />
                    <Route path=below_plan("revoke") view=SharedPlan />
                    <Route path=StaticSegment("gpus") view=Gpus />
                    <Route path=(StaticSegment("gpus"), ParamSegment("id")) view=GpuPage />
                    <Route path=StaticSegment("models") view=Models />
                    <Route path=(StaticSegment("models"), ParamSegment("id")) view=ModelPage />
                    <Route path=StaticSegment("accuracy") view=Accuracy />
                    <Route path=StaticSegment("cases") view=Cases />
                    <Route path=(StaticSegment("about"), StaticSegment("data")) view=AboutData />
                    <Route path=StaticSegment("call") view=CallPage />
                    <Route path=StaticSegment("api") view=ApiOverview />
                    <Route path=(StaticSegment("docs"), StaticSegment("parameters")) view=ParametersPage />
                    <Route path=(StaticSegment("docs"), StaticSegment("api"), ParamSegment("id")) view=OperationPage />
                    <Route path=StaticSegment("problems") view=Problems />
                    <Route path=(StaticSegment("problems"), ParamSegment("code")) view=ProblemPage />
                    <Route path=(StaticSegment("about"), StaticSegment("privacy")) view=AboutPrivacy />
                    <Route path=StaticSegment("plans") view=Plans />
                </Routes>
            </main>
            <Footer />
        </Router>
    }
}

/// The path of a page about a plan's newest revision, by the word that it ends in.
fn below_plan(page: &'static str) -> (StaticSegment<&'static str>, ParamSegment, StaticSegment<&'static str>) {
    (StaticSegment("p"), ParamSegment("id"), StaticSegment(page))
}

/// The path of a page about one revision of a plan, by the word that it ends in.
fn below_revision(
    page: &'static str,
) -> (StaticSegment<&'static str>, ParamSegment, StaticSegment<&'static str>, ParamSegment, StaticSegment<&'static str>) {
    (StaticSegment("p"), ParamSegment("id"), StaticSegment("r"), ParamSegment("number"), StaticSegment(page))
}
