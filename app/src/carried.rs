//! Words that the planner's page carries for the browser, because the bundle has no room for them; the server writes them.

/// The word that the page carries for a key.
#[must_use]
pub fn term(key: &str) -> Option<String> {
    let terms = web_sys::window()?.document()?.get_element_by_id("terms")?.text_content()?;
    let (_, line) = terms.split_once(&*["\n", key, "\t"].concat())?;
    Some(line.split_once('\n')?.0.to_owned())
}
