//! A pasted `config.json` on its way into the planner without a script: it is longer than an address may be.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::response::Response;

use super::pages::fault_page;
use super::share::cookies::lead_to;
use crate::language::Language;

/// `POST /plan/model`: leads to the planner with the form's fields, the configuration by what is read of it.
pub async fn lead(Language(locale): Language, form: Result<Form<Vec<(String, String)>>, FormRejection>) -> Response {
    match form {
        Ok(Form(fields)) => lead_to(&app::plan::href_of_form(fields.into_iter())),
        Err(rejection) => fault_page(rejection.status(), locale),
    }
}
