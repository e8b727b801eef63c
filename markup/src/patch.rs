//! Makes a piece of the page look like a tree, touching only what differs.
//!
//! The tree that was drawn before says what has changed; until there is one, the page itself is what is compared with, so that
//! nothing needs to be worked out before the first change.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element as DomElement, Node as DomNode};

use crate::{Chars, Element, Node};

/// The namespace of drawings.
const SVG: &str = "http://www.w3.org/2000/svg";

/// Attributes that belong to the reader once the page is there.
const READERS: [&str; 2] = ["open", "selected"];

/// Makes an element's content that of the tree, and leaves its attributes; what is as in the tree before is not looked at.
///
/// # Errors
/// The browser refuses a change, which it does for none of our trees.
pub fn content(page: &DomElement, before: Option<&Element>, tree: &Element) -> Result<(), JsValue> {
    let end = before.and_then(|before| end_of_changes(before, tree)).unwrap_or(usize::MAX);
    let mut next = if end == 0 { None } else { page.first_child() };
    for (place, wanted) in tree.children.iter().enumerate() {
        if *wanted == Node::Rest || place == end {
            return Ok(());
        }
        let was = before.and_then(|before| before.children.get(place));
        let Some(there) = next else {
            page.append_child(&built(wanted, page.namespace_uri().as_deref())?)?;
            next = None;
            continue;
        };
        next = there.next_sibling();
        if was != Some(wanted) && !patch_if_alike(&there, was, wanted)? {
            page.replace_child(&built(wanted, page.namespace_uri().as_deref())?, &there)?;
        }
    }
    while let Some(surplus) = next {
        next = surplus.next_sibling();
        page.remove_child(&surplus)?;
    }
    Ok(())
}

/// The place behind the last change, where both have as many children: from there on the page is not asked, since each question
/// to it costs more than to the trees.
fn end_of_changes(before: &Element, tree: &Element) -> Option<usize> {
    if before.children.len() != tree.children.len() {
        return None;
    }
    let last = before.children.iter().zip(&tree.children).rposition(|(was, wanted)| was != wanted);
    Some(last.map_or(0, |last| last + 1))
}

/// Changes a node into the wanted one, where it is of the same kind.
fn patch_if_alike(there: &DomNode, was: Option<&Node>, wanted: &Node) -> Result<bool, JsValue> {
    match (wanted, there.dyn_ref::<DomElement>()) {
        (Node::Element(tree), Some(page)) => {
            let before = match was {
                Some(Node::Element(before)) if before.tag == tree.tag => Some(before),
                _ => None,
            };
            match before {
                Some(before) => changed_attributes(page, before, tree)?,
                // Only what the server drew has to be asked what it is.
                None if page.local_name() == tree.tag => attributes(page, tree)?,
                None => return Ok(false),
            }
            content(page, before, tree).map(|()| true)
        }
        (Node::Text(text), None) if there.node_type() == DomNode::TEXT_NODE => {
            if matches!(was, Some(Node::Text(_))) || there.node_value().as_deref() != Some(text) {
                there.set_node_value(Some(text));
            }
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Makes attributes those of the tree where they are known to be those of the tree before.
fn changed_attributes(page: &DomElement, before: &Element, tree: &Element) -> Result<(), JsValue> {
    let is_ours = |(name, _): &&(&'static str, Chars)| !READERS.contains(name);
    for (name, _) in before.attributes.iter().filter(is_ours) {
        if tree.attributes.iter().all(|(wanted, _)| wanted != name) {
            page.remove_attribute(name)?;
        }
    }
    for attribute in tree.attributes.iter().filter(is_ours) {
        if !before.attributes.contains(attribute) {
            page.set_attribute(attribute.0, &attribute.1)?;
        }
    }
    Ok(())
}

/// Makes attributes those of the tree, whatever they are.
fn attributes(page: &DomElement, tree: &Element) -> Result<(), JsValue> {
    for name in page.get_attribute_names().iter().filter_map(|name| name.as_string()) {
        if !READERS.contains(&name.as_str()) && tree.attributes.iter().all(|(wanted, _)| *wanted != name) {
            page.remove_attribute(&name)?;
        }
    }
    for (name, value) in &tree.attributes {
        if !READERS.contains(name) && page.get_attribute(name).as_deref() != Some(value) {
            page.set_attribute(name, value)?;
        }
    }
    Ok(())
}

fn document() -> Result<Document, JsValue> {
    web_sys::window().and_then(|window| window.document()).ok_or(JsValue::NULL)
}

fn built(node: &Node, parent_namespace: Option<&str>) -> Result<DomNode, JsValue> {
    let document = document()?;
    let tree = match node {
        Node::Text(text) => return Ok(document.create_text_node(text).into()),
        Node::Rest => return Ok(document.create_text_node("").into()),
        Node::Element(tree) => tree,
    };
    let drawing = tree.tag == "svg" || parent_namespace == Some(SVG);
    let page = if drawing { document.create_element_ns(Some(SVG), tree.tag)? } else { document.create_element(tree.tag)? };
    for (name, value) in &tree.attributes {
        page.set_attribute(name, value)?;
    }
    for child in &tree.children {
        page.append_child(&built(child, drawing.then_some(SVG))?)?;
    }
    Ok(page.into())
}
