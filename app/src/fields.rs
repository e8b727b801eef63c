//! The fields of the planner: their query names, labels, groups and choices.

use scenario::fields::Field as Leaf;

use crate::locale::Locale;
use crate::messages::{advice, choices, inputs};

#[cfg(feature = "ssr")]
pub mod controls;
pub mod hidden;
pub mod options;

/// A text in the reader's language.
pub type Text = fn(Locale) -> &'static str;

/// A field of the form; its name is the query parameter of the contract.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Query parameter.
    pub name: &'static str,
    /// JSON pointer of the same leaf in a scenario, by which errors name it.
    pub pointer: &'static str,
    /// Label.
    pub label: Text,
    /// How it is entered.
    pub kind: Kind,
}

/// How a field is entered.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A number in a text box, empty for the advisor's choice.
    Number,
    /// A list of products, by id.
    Catalog(Catalog),
    /// A list of words of the contract, each with its name.
    Words(&'static [(&'static str, Text)]),
    /// A list of words of the contract, each with its name, of which several can be ticked.
    Several(&'static [(&'static str, Text)]),
    /// A time in a text box, in hours where the field is in seconds.
    Hours,
    /// The text of a `config.json`.
    Configuration,
}

/// A list of products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Catalog {
    /// Accelerators, by maker.
    Gpus,
    /// Models that are trained, by family.
    Models,
    /// Models that answer, by who made them.
    #[cfg(feature = "ssr")]
    Answering,
    /// Processors, by maker.
    Cpus,
    /// Drives and classes of drives.
    Storages,
}

impl Field {
    /// The leaf of a scenario that it enters; none for a product whose leaf is a part of it.
    #[must_use]
    pub fn leaf(&self) -> Option<&'static Leaf> {
        Leaf::by_name(self.name).or_else(|| Leaf::at(self.pointer))
    }
}

/// What is trained, and how.
pub const WORKLOAD: &[Field] = &[
    Field { name: "model", pointer: "/model", label: inputs::model, kind: Kind::Catalog(Catalog::Models) },
    Field { name: "method", pointer: "/training/method", label: inputs::method, kind: Kind::Words(METHODS) },
    Field { name: "precision", pointer: "/training/precision", label: inputs::precision, kind: Kind::Words(PRECISIONS) },
    Field { name: "optimizer", pointer: "/training/optimizer", label: inputs::optimizer, kind: Kind::Words(OPTIMIZERS) },
    Field { name: "batch", pointer: "/training/micro_batch_size", label: inputs::batch, kind: Kind::Number },
    Field {
        name: "accumulation",
        pointer: "/training/gradient_accumulation_steps",
        label: inputs::accumulation,
        kind: Kind::Number,
    },
];

/// A model by its own configuration, in place of one of the list.
pub const OWN_MODEL: &[Field] =
    &[Field { name: scenario::form::CONFIG, pointer: "/model/config", label: inputs::own_config, kind: Kind::Configuration }];

/// The machine.
pub const HARDWARE: &[Field] = &[
    Field { name: "gpu", pointer: "/hardware/gpu", label: inputs::gpu, kind: Kind::Catalog(Catalog::Gpus) },
    Field { name: "gpus", pointer: "/hardware/gpu_count", label: inputs::gpus, kind: Kind::Number },
    Field { name: "ram", pointer: "/hardware/ram_gib", label: inputs::ram, kind: Kind::Number },
    Field { name: "cpu", pointer: "/hardware/cpu", label: inputs::cpu, kind: Kind::Catalog(Catalog::Cpus) },
    Field { name: "storage", pointer: "/hardware/storage", label: inputs::storage, kind: Kind::Catalog(Catalog::Storages) },
    Field { name: "drives", pointer: "/hardware/storage_count", label: inputs::drives, kind: Kind::Number },
];

/// A card by its own figures, in place of one of the list.
pub const OWN_CARD: &[Field] = &[
    Field { name: "gpu.memory", pointer: "/hardware/gpu/memory_gib", label: inputs::own_memory, kind: Kind::Number },
    Field {
        name: "gpu.bandwidth",
        pointer: "/hardware/gpu/memory_bandwidth_gb_per_s",
        label: inputs::own_bandwidth,
        kind: Kind::Number,
    },
    Field { name: "gpu.fp32", pointer: "/hardware/gpu/fp32_tflops", label: inputs::own_fp32, kind: Kind::Number },
    Field { name: "gpu.fp16", pointer: "/hardware/gpu/fp16_dense_tflops", label: inputs::own_fp16, kind: Kind::Number },
    Field { name: "gpu.bf16", pointer: "/hardware/gpu/bf16_dense_tflops", label: inputs::own_bf16, kind: Kind::Number },
];

/// What it is trained on.
pub const DATA: &[Field] = &[
    Field { name: "data", pointer: "/data/kind", label: inputs::data_kind, kind: Kind::Words(DATA_KINDS) },
    Field { name: "task", pointer: "/data/task", label: inputs::task, kind: Kind::Words(TASKS) },
    Field { name: "alignment", pointer: "/training/alignment", label: inputs::alignment, kind: Kind::Words(ALIGNMENTS) },
    Field { name: "samples", pointer: "/data/samples", label: inputs::samples, kind: Kind::Number },
    Field { name: "image", pointer: "/data/image_size", label: inputs::image, kind: Kind::Number },
    Field { name: "pictures", pointer: "/data/images_per_sample", label: inputs::pictures, kind: Kind::Number },
    Field { name: "vision", pointer: "/training/vision_tower", label: inputs::vision, kind: Kind::Words(VISION_TOWERS) },
    Field { name: "seq", pointer: "/data/sequence_length", label: inputs::seq, kind: Kind::Number },
    Field { name: "target", pointer: "/data/target_length", label: inputs::target, kind: Kind::Number },
    Field { name: "epochs", pointer: "/training/epochs", label: inputs::epochs, kind: Kind::Number },
];

/// What most readers leave to the advisor.
pub const ADVANCED: &[Field] = &[
    Field {
        name: "checkpointing",
        pointer: "/training/activation_checkpointing",
        label: inputs::checkpointing,
        kind: Kind::Words(&[("none", choices::off), ("full", choices::every_block)]),
    },
    Field {
        name: "attention",
        pointer: "/training/attention",
        label: inputs::attention,
        kind: Kind::Words(&[("sdpa", choices::sdpa), ("eager", choices::eager)]),
    },
    Field { name: "rank", pointer: "/training/lora/rank", label: inputs::rank, kind: Kind::Number },
    Field { name: "targets", pointer: "/training/lora/targets", label: inputs::targets, kind: Kind::Words(TARGETS) },
    Field {
        name: "dora",
        pointer: "/training/lora/use_dora",
        label: inputs::dora,
        kind: Kind::Words(&[("0", choices::off), ("1", choices::on)]),
    },
    Field { name: "sharding", pointer: "/training/sharding", label: inputs::sharding, kind: Kind::Words(SHARDINGS) },
    Field {
        name: "implementation",
        pointer: "/training/implementation",
        label: inputs::implementation,
        kind: Kind::Words(&[
            ("ddp", choices::library_ddp),
            ("fsdp2", choices::library_fsdp2),
            ("deepspeed", choices::library_deepspeed),
        ]),
    },
    Field {
        name: "offload",
        pointer: "/training/offload",
        label: inputs::offload,
        kind: Kind::Words(&[("none", choices::nothing), ("optimizer", choices::optimizer_only), ("all", choices::everything)]),
    },
    Field { name: "workers", pointer: "/training/loader/num_workers", label: inputs::workers, kind: Kind::Number },
    Field { name: "cache", pointer: "/training/loader/cache", label: inputs::cache, kind: Kind::Words(CACHES) },
    Field {
        name: "framework",
        pointer: "/training/framework",
        label: inputs::framework,
        kind: Kind::Words(&[
            ("pytorch", choices::pytorch),
            ("tensorflow", choices::tensorflow),
            ("mindspore", choices::mindspore),
        ]),
    },
    Field {
        name: "os",
        pointer: "/hardware/os",
        label: inputs::os,
        kind: Kind::Words(&[("linux", choices::linux), ("windows", choices::windows)]),
    },
    Field { name: "nodes", pointer: "/hardware/nodes", label: inputs::nodes, kind: Kind::Number },
];

/// What a recommendation must respect.
pub const CONSTRAINTS: &[Field] = &[
    Field { name: "global_batch", pointer: "/constraints/global_batch_size", label: advice::global_batch, kind: Kind::Number },
    Field { name: "max_gpus", pointer: "/constraints/max_gpus", label: advice::max_gpus, kind: Kind::Number },
    Field {
        name: scenario::query::DEADLINE_HOURS,
        pointer: "/constraints/deadline_seconds",
        label: advice::deadline,
        kind: Kind::Hours,
    },
    Field { name: "methods", pointer: "/constraints/methods", label: advice::methods, kind: Kind::Several(METHODS) },
];

/// What was measured on a run.
pub const MEASURED: &[Field] = &[
    Field { name: "peak", pointer: "/measured/peak_memory_gib", label: inputs::peak, kind: Kind::Number },
    Field {
        name: "peak_of",
        pointer: "/measured/peak_memory_of",
        label: inputs::peak_of,
        kind: Kind::Words(&[
            ("device", choices::peak_device),
            ("reserved", choices::peak_reserved),
            ("allocated", choices::peak_allocated),
        ]),
    },
    Field { name: "rate", pointer: "/measured/samples_per_second", label: inputs::rate, kind: Kind::Number },
    Field { name: "util", pointer: "/measured/gpu_utilization", label: inputs::util, kind: Kind::Number },
    Field { name: "at_batch", pointer: "/measured/micro_batch_size", label: inputs::at_batch, kind: Kind::Number },
    Field { name: "factor.memory", pointer: "/measured/factors/memory", label: inputs::factor_memory, kind: Kind::Number },
    Field { name: "factor.compute", pointer: "/measured/factors/compute", label: inputs::factor_compute, kind: Kind::Number },
];

const METHODS: &[(&str, Text)] =
    &[("full", choices::full), ("lora", choices::lora), ("qlora", choices::qlora), ("frozen-backbone", choices::frozen_backbone)];

const PRECISIONS: &[(&str, Text)] = &[
    ("fp32", choices::fp32),
    ("tf32", choices::tf32),
    ("fp16-amp", choices::fp16_amp),
    ("bf16-amp", choices::bf16_amp),
    ("bf16", choices::bf16),
];

const OPTIMIZERS: &[(&str, Text)] = &[
    ("adamw", choices::adamw),
    ("adamw-8bit", choices::adamw_8bit),
    ("adafactor", choices::adafactor),
    ("lion", choices::lion),
    ("lion-8bit", choices::lion_8bit),
    ("muon", choices::muon),
    ("sgd", choices::sgd),
    ("sgd-momentum", choices::sgd_momentum),
];

const TARGETS: &[(&str, Text)] =
    &[("query-value", choices::query_value), ("attention", choices::attention_layers), ("all-linear", choices::all_linear)];

const SHARDINGS: &[(&str, Text)] = &[
    ("none", choices::no_sharding),
    ("ddp", choices::ddp),
    ("zero-1", choices::zero_1),
    ("zero-2", choices::zero_2),
    ("zero-3", choices::zero_3),
];

const DATA_KINDS: &[(&str, Text)] = &[
    ("images", choices::images),
    ("text", choices::text),
    ("latents", choices::latents),
    ("audio", choices::audio),
    ("tensors", choices::tensors),
];

const TASKS: &[(&str, Text)] =
    &[("classification", choices::classification), ("masked-lm", choices::masked_tokens), ("contrastive", choices::text_pairs)];

const VISION_TOWERS: &[(&str, Text)] =
    &[("frozen", choices::tower_frozen), ("projector", choices::tower_projector), ("trained", choices::tower_trained)];

const ALIGNMENTS: &[(&str, Text)] = &[("none", choices::no_alignment), ("dpo", choices::preferences)];

const CACHES: &[(&str, Text)] = &[
    ("none", choices::nothing),
    ("ram", choices::cache_ram),
    ("latents", choices::cache_latents),
    ("tokens", choices::cache_tokens),
];

/// Every field, in the order of the page.
pub fn all() -> impl Iterator<Item = &'static Field> {
    [WORKLOAD, OWN_MODEL, HARDWARE, OWN_CARD, DATA, CONSTRAINTS, ADVANCED, MEASURED].into_iter().flatten()
}

/// The field that an error's pointer speaks of.
#[must_use]
pub fn by_pointer(pointer: &str) -> Option<&'static Field> {
    // The longest pointer wins, so that `/training/lora/rank` is not taken for a part of another field.
    all()
        .filter(|field| pointer.strip_prefix(field.pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
        .max_by_key(|field| field.pointer.len())
}

/// The field of a query name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Field> {
    all().find(|field| field.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_pointers_are_unique() {
        for field in all() {
            assert_eq!(all().filter(|other| other.name == field.name).count(), 1, "{}", field.name);
            assert_eq!(all().filter(|other| other.pointer == field.pointer).count(), 1, "{}", field.pointer);
        }
    }

    #[test]
    fn a_list_offers_every_word_of_its_leaf() {
        for field in all() {
            if let (Kind::Words(offered), Some(scenario::fields::Kind::Choice(words))) =
                (field.kind, field.leaf().map(|leaf| leaf.kind))
            {
                let missing = words.iter().filter(|word| offered.iter().all(|(offered, _)| offered != *word));
                assert_eq!(missing.collect::<Vec<_>>(), [""; 0].iter().collect::<Vec<_>>(), "{}", field.name);
            }
        }
    }

    #[test]
    fn an_error_inside_a_field_is_the_fields() {
        assert_eq!(by_pointer("/model/id").map(|field| field.name), Some("model"));
        assert_eq!(by_pointer("/model/config/hidden_size").map(|field| field.name), Some("config"));
        assert_eq!(by_pointer("/training/lora/rank").map(|field| field.name), Some("rank"));
        assert_eq!(by_pointer("").map(|field| field.name), None);
    }
}
