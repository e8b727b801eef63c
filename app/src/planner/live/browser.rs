//! The browser: its document, its events and its clock.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Document, Event, EventTarget};

/// The page's document.
pub(super) fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// Calls `act` at every such event inside of an element, for as long as the page lives.
pub(super) fn listen(page: &EventTarget, name: &str, act: impl Fn(&Event) + 'static) {
    let listener = Closure::<dyn Fn(Event)>::new(move |event: Event| act(&event));
    let _ = page.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
    listener.forget();
}

/// Does something after this many milliseconds.
pub(super) fn later(milliseconds: u32, act: impl FnOnce() + 'static) -> Option<()> {
    let act = Closure::once_into_js(act);
    let milliseconds = i32::try_from(milliseconds).ok()?;
    let set = web_sys::window()?.set_timeout_with_callback_and_timeout_and_arguments_0(act.unchecked_ref(), milliseconds);
    set.ok().map(|_| ())
}
