//! The planner with a data set in place of the one that a plan says.

use catalog::{ModelEntry, ModelFamily};
use dataset::DataSet;
use scenario::FieldError;
use scenario::fields::Field;
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::choices::{DataKind, Method};
use wire::v1::dataset::DataSetNote;
use wire::v1::scenario::{Data, GpuChoice, Model, Training};

/// The card and the model that the planner takes where a plan names none.
const USUAL: (&str, &str) = ("rtx-4090", "resnet50");
/// What texts are planned with where the plan's model reads none: fine-tuned by this method it fits the usual card.
const TEXT_MODEL: (&str, Method) = ("llama-3-8b", Method::Qlora);
/// What sound is planned with where the plan's model hears none.
const SPEECH_MODEL: &str = "whisper-small";
/// Epochs that adapters of a language model are trained for where nobody says, as the planner has it.
const FEW_EPOCHS: u64 = 3;
/// Fields that may be left out, one after the other, until a plan is without fault.
const MOST_LEFT_OUT: usize = 8;

/// A link, and what to know of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The planner's path with its query.
    pub path: String,
    /// What is not as the data or the plan says.
    pub remarks: Vec<Remark>,
}

/// Something to know of a link.
#[derive(Debug, Clone, PartialEq)]
pub enum Remark {
    /// The plan's model reads another kind of data: this one stands in its place.
    ModelReplaced {
        /// The name of the model that is taken.
        taken: &'static str,
    },
    /// A field that was found is not in the link, because the model does not take it.
    LeftOut(FieldError),
}

impl Remark {
    /// The remark with its stable word.
    #[must_use]
    pub fn note(&self, locale: Locale) -> DataSetNote {
        let (code, text) = match self {
            Self::ModelReplaced { taken } => (
                "model-replaced",
                match locale {
                    Locale::En => {
                        format!("The plan's model does not read such data: the link takes {taken} until you choose another.")
                    }
                    Locale::Zh => format!("方案中的模型不读取此类数据：链接暂用 {taken}，可另行选择。"),
                },
            ),
            Self::LeftOut(error) => (
                "left-out",
                match locale {
                    Locale::En => format!("Left out of the link: {} {}.", error.name(), error.detail(locale)),
                    Locale::Zh => format!("未放入链接：{} {}。", error.name(), error.detail(locale)),
                },
            ),
        };
        DataSetNote { code: code.to_owned(), text }
    }
}

/// The planner with the data that was found in place of what a plan's query says of data; none where nothing was found.
#[must_use]
pub fn plan_link(set: &DataSet, query: &str) -> Option<Link> {
    if set.data == Data::default() {
        return None;
    }
    let mut parsed = scenario::query::parse_string(query);
    let mut remarks = Vec::new();
    let asked = &mut parsed.scenario;
    let reads = suit_model(asked, set.data.kind, &mut remarks);
    fill_in(asked, &set.data, reads);
    remarks.extend(leave_faults_out(asked).into_iter().map(Remark::LeftOut));
    let path = format!("/plan?{}", scenario::query::to_string(&parsed.scenario, &parsed.unknown));
    Some(Link { path, remarks })
}

/// The plan's model, where the catalog has it.
fn entry(asked: &Scenario) -> Option<&'static ModelEntry> {
    catalog::model(asked.model.id.as_deref()?)
}

/// Whether what reads one kind of data reads the other: latents are made of pictures.
const fn is_read_alike(found: DataKind, reads: DataKind) -> bool {
    matches!(
        (found, reads),
        (DataKind::Text, DataKind::Text)
            | (DataKind::Audio, DataKind::Audio)
            | (DataKind::Images | DataKind::Latents, DataKind::Images | DataKind::Latents)
    )
}

/// Takes another model where the plan's own cannot read the data; the kind of data that the model reads, as far as it is known.
fn suit_model(asked: &mut Scenario, found: Option<DataKind>, remarks: &mut Vec<Remark>) -> Option<DataKind> {
    let is_named = asked.model.id.is_some() || asked.model.config.is_some();
    let usual = if is_named { None } else { catalog::model(USUAL.1) };
    let reads = entry(asked).or(usual).map(|entry| DataKind::from(entry.data_kind)).or_else(|| {
        // A configuration of the reader's own is a language model, unless what reads it says otherwise.
        asked.model.config.is_some().then_some(DataKind::Text)
    });
    let (Some(found), Some(reads)) = (found, reads) else { return reads.or(found) };
    if is_read_alike(found, reads) {
        return Some(reads);
    }
    let (id, method) = match found {
        DataKind::Text => (TEXT_MODEL.0, Some(TEXT_MODEL.1)),
        DataKind::Audio => (SPEECH_MODEL, None),
        DataKind::Images | DataKind::Latents | DataKind::Tensors => (USUAL.1, None),
    };
    if is_named && let Some(taken) = catalog::model(id) {
        remarks.push(Remark::ModelReplaced { taken: taken.name });
    }
    // What was said of training another kind of model does not hold of this one.
    let epochs = asked.training.epochs;
    asked.model = Model { id: Some(id.to_owned()), ..Model::default() };
    // Adapters begin with as few epochs as in the planner.
    let epochs = epochs.or(method.map(|_| FEW_EPOCHS));
    asked.training = Training { method, epochs, ..Training::default() };
    Some(found)
}

/// Puts what was found in place of what is said of another set; what only models know stays.
fn fill_in(asked: &mut Scenario, found: &Data, reads: Option<DataKind>) {
    let classifies = entry(asked).is_none_or(|entry| matches!(entry.family, ModelFamily::Cnn | ModelFamily::VisionTransformer));
    let said = std::mem::take(&mut asked.data);
    asked.data = Data {
        kind: if found.kind.is_some() { reads } else { said.kind },
        samples: found.samples,
        image_size: found.image_size.or(said.image_size),
        sequence_length: found.sequence_length.or(said.sequence_length),
        num_classes: found.num_classes.filter(|_| classifies).or(said.num_classes),
        bytes_on_disk: found.bytes_on_disk,
        ..said
    };
    match reads {
        Some(DataKind::Images | DataKind::Latents) => asked.data.sequence_length = None,
        Some(DataKind::Text) => asked.data.image_size = None,
        Some(DataKind::Audio | DataKind::Tensors) => (asked.data.sequence_length, asked.data.image_size) = (None, None),
        None => {}
    }
}

/// Leaves out what of the data the plan's model does not take, and says why.
fn leave_faults_out(asked: &mut Scenario) -> Vec<FieldError> {
    let mut left_out = Vec::new();
    for _ in 0..MOST_LEFT_OUT {
        let mut whole = asked.clone();
        whole.hardware.gpu.get_or_insert_with(|| GpuChoice::Id(USUAL.0.to_owned()));
        if whole.model.id.is_none() && whole.model.config.is_none() {
            whole.model.id = Some(USUAL.1.to_owned());
        }
        let faults = scenario::resolve::resolve_any(&whole).err().unwrap_or_default();
        let fault = faults.into_iter().find_map(|fault| {
            Field::at(&fault.pointer).filter(|field| field.pointer.starts_with("/data/")).map(|field| (field, fault))
        });
        let Some((field, fault)) = fault else { break };
        field.clear(asked);
        if !left_out.contains(&fault) {
            left_out.push(fault);
        }
    }
    left_out
}
