//! A `config.json`: which model it is, what of it was read, and what was not.

use std::borrow::Cow;

use catalog::ModelEntry;
use engine::architecture::Architecture;
use scenario::json::{Inside, KeyUse, configuration, inner_network, key_uses};
use scenario::{FieldError, Reason};
use serde_json::{Map, Value};
use wire::v1::scenario::Model;

use crate::count::{Count, Counted, count};
use crate::name::exact;
use crate::note::Note;
use crate::text::short;

/// What the pointer of every field of a configuration begins with.
const CONFIG: &str = "/model/config/";
/// Keys of a configuration that is read: published ones have at most a hundred.
pub const MOST_KEYS: usize = 2000;
/// Keys of each kind that an answer lists.
const LISTED: usize = 200;

/// What was read of a configuration.
#[derive(Debug, Clone)]
pub struct Configuration {
    /// The kind of model, as it calls itself.
    pub model_type: Option<String>,
    /// The model as a scenario takes it, as far as it was read.
    pub model: Model,
    /// Keys that say something of the model, in alphabetical order.
    pub read: Vec<Key>,
    /// Keys that nobody here understands, or that have a value which is not modelled.
    pub not_read: Vec<Key>,
    /// Keys on which no figure depends.
    pub ignored: Vec<String>,
    /// What is wrong with it: a figure that is missing, or out of range.
    pub faults: Vec<FieldError>,
    /// Its parameters; none where it is at fault.
    pub count: Option<Count>,
    /// The model of the catalog with the very same architecture.
    pub entry: Option<&'static ModelEntry>,
    /// The model of the catalog that it calls itself, which may be another one.
    pub named: Option<&'static ModelEntry>,
    /// What to know of it.
    pub notes: Vec<Note>,
}

/// A key and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The key.
    pub name: String,
    /// Its value, the beginning of it.
    pub value: String,
    /// The field that it fills, where that has another name.
    pub field: Option<&'static str>,
    /// The only value that is modelled, of a key that has another.
    pub only: Option<&'static str>,
}

impl Configuration {
    /// The model as a scenario takes it: the catalog's where it is that, nothing is left out and no head differs, else the configuration
    /// itself; none where it is at fault.
    #[must_use]
    pub fn settled(&self) -> Option<Model> {
        self.count.as_ref()?;
        let config = self.model.config.as_deref()?;
        let is_plain = config.unread_keys.is_none() && self.not_read.is_empty();
        let has_labels = |entry: &ModelEntry| config.num_labels.is_some_and(|labels| labels != entry.default_num_classes);
        match self.entry.filter(|entry| is_plain && !has_labels(entry)) {
            Some(entry) => Some(Model { id: Some(entry.id.to_owned()), ..Model::default() }),
            None => Some(self.model.clone()),
        }
    }
}

/// Whether a document, or what is read inside of it, has more keys than any configuration.
pub(crate) fn has_too_many_keys(document: &Map<String, Value>) -> bool {
    document.len() > MOST_KEYS || inner(document).0.len() > MOST_KEYS
}

/// Reads the members of a document.
pub(crate) fn read(document: &Map<String, Value>, repeated: Vec<FieldError>) -> Configuration {
    let mut notes = Vec::new();
    let (members, inside) = inner(document);
    let members = members.as_ref();
    notes.extend(inside);
    let kind = word(members, "model_type");
    let uses = key_uses(members);
    let mut faults = repeated;
    let is_known = kind.is_some_and(is_known);
    let other = of_other_files(document);
    let says_nothing = !is_known && uses.iter().all(|(_, used)| !matches!(used, KeyUse::Read(field) if *field != "model_type"));
    let is_listed = other.is_none() && !says_nothing;
    let (mut config, found) = configuration(members);
    // Names alone say how large a model of a kind that nobody knows is, and nothing of them is planned.
    if !is_known {
        config.unread_keys = None;
    }
    let model = Model { config: Some(Box::new(config)), ..Model::default() };
    let mut counted = None;
    if let Some(other) = other {
        notes.push(other);
    } else if says_nothing {
        notes.push(Note::NoModel);
    } else if let (Some(kind), false) = (kind, is_known) {
        notes.push(Note::UnknownKind(short(kind)));
    } else {
        faults.extend(found);
        match count(&model) {
            Ok(found) => counted = Some(found),
            Err(errors) => faults.extend(errors),
        }
        faults = each_once(faults);
    }
    let counted = counted.filter(|_| faults.is_empty());
    let method = method(members).or_else(|| method(document)).filter(|_| counted.is_some());
    notes.extend(method.map(|method| Note::Quantized(short(method))));
    notes.extend(counted.as_ref().and_then(classes));
    let named = ["_name_or_path", "name_or_path"].iter().find_map(|key| word(members, key).or_else(|| word(document, key)));
    let mut read = Configuration {
        model_type: kind.map(short),
        entry: counted.as_ref().and_then(equal),
        count: counted.map(|counted| counted.count),
        model,
        read: Vec::new(),
        not_read: Vec::new(),
        ignored: Vec::new(),
        faults,
        named: named.and_then(exact),
        notes,
    };
    if is_listed {
        read.list(members, &uses);
    }
    read
}

impl Configuration {
    /// Lists keys by what became of them, as many as people look through.
    fn list(&mut self, members: &Map<String, Value>, uses: &[(&str, KeyUse)]) {
        let mut more = 0;
        for (name, used) in uses {
            let (field, only, into) = match used {
                KeyUse::Read(field) => (Some(*field).filter(|field| field != name), None, Some(&mut self.read)),
                KeyUse::OnlyAt(only) => (None, Some(*only), Some(&mut self.not_read)),
                KeyUse::Unknown => (None, None, Some(&mut self.not_read)),
                KeyUse::Ignored => (None, None, None),
            };
            let listed = into.as_ref().map_or(self.ignored.len(), |keys| keys.len());
            if listed >= LISTED {
                more += 1;
                continue;
            }
            match into {
                Some(keys) => keys.push(Key { name: short(name), value: shown(&members[*name]), field, only }),
                None => self.ignored.push(short(name)),
            }
        }
        if more > 0 {
            self.notes.push(Note::MoreKeys(more));
        }
    }
}

/// Whether models of a kind are modelled.
fn is_known(kind: &str) -> bool {
    scenario::resolve::model_types().any(|known| known == kind)
}

/// The object that describes the networks that are read: the whole one, or what is inside where several are joined.
fn inner(document: &Map<String, Value>) -> (Cow<'_, Map<String, Value>>, Option<Note>) {
    let Some(Inside { members, path, beside, has_tower }) = inner_network(document) else {
        return (Cow::Borrowed(document), None);
    };
    // Older files have the text's keys beside the tower: nothing is inside of anything.
    if path.is_empty() && beside.is_empty() {
        return (members, None);
    }
    let outer = short(word(document, "model_type").unwrap_or_default());
    let beside = beside.into_iter().take(LISTED).map(short).collect();
    (members, Some(Note::Inside { outer, key: path.join("."), beside, has_tower }))
}

/// What other files of the same ending are.
fn of_other_files(document: &Map<String, Value>) -> Option<Note> {
    if document.contains_key("peft_type") {
        return Some(Note::AdapterConfig(word(document, "base_model_name_or_path").map(short)));
    }
    word(document, "_class_name").map(|class| Note::Diffusers(short(class)))
}

fn method(members: &Map<String, Value>) -> Option<&str> {
    let quantization = members.get("quantization_config")?.as_object()?;
    Some(word(quantization, "quant_method").unwrap_or("quantization_config"))
}

/// The classes of a head that is counted with the model.
fn classes(counted: &Counted) -> Option<Note> {
    matches!(counted.architecture, Architecture::Encoder(_) | Architecture::Vit(_)).then_some(Note::Classes(counted.num_classes))
}

/// The catalog's model of the very same architecture.
fn equal(counted: &Counted) -> Option<&'static ModelEntry> {
    catalog::models().iter().find(|entry| entry.architecture == counted.architecture)
}

/// Errors, one a field of the configuration; errors of other fields are none of a model's.
fn each_once(errors: Vec<FieldError>) -> Vec<FieldError> {
    let mut once: Vec<FieldError> = Vec::new();
    for mut error in errors {
        if let Some(key) = error.pointer.strip_prefix(CONFIG) {
            error.pointer = format!("/{key}");
        }
        let is_known = |known: &FieldError| known.pointer == error.pointer;
        let is_model = error.pointer == "/model" && error.reason == Reason::Required;
        if !is_model && once.len() < scenario::limits::ERRORS && !once.iter().any(is_known) {
            once.push(error);
        }
    }
    once
}

fn word<'a>(members: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    members.get(key).and_then(Value::as_str)
}

/// A value, the beginning of it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => short(text),
        Value::Array(items) if items.len() > LISTED => format!("[{}]", items.len()),
        Value::Object(members) => format!("{{{}}}", members.len()),
        other => short(&other.to_string()),
    }
}
