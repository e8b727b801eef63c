//! Lists of the catalog.

use ::catalog as data;

use super::catalog_parts as parts;
use super::catalog_products as products;
use super::catalog_row::{confidence, evidence, list, price};
use engine::architecture::Family;
use engine::units::{GB, GIB, TFLOP, Watts};
use scenario::resolve::methods;
use wire::v1::catalog as v1;
use wire::v1::choices::{DataKind, Workload};

/// Every accelerator.
#[must_use]
pub fn gpus() -> v1::List<v1::Gpu> {
    list(data::gpus(), gpu)
}

/// An accelerator.
#[must_use]
pub fn gpu(entry: &data::GpuEntry) -> v1::Gpu {
    v1::Gpu {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        vendor: entry.vendor.to_owned(),
        architecture: entry.architecture.to_owned(),
        segment: entry.segment.as_str().to_owned(),
        launch: entry.launch.to_owned(),
        marketing_gb: entry.marketing_gb,
        memory_bytes: entry.spec.memory.0,
        memory_is_measured: entry.spec.memory_is_measured,
        memory_type: entry.memory_type.to_owned(),
        memory_bandwidth_gb_per_s: entry.spec.memory_bandwidth.get() / GB,
        fp32_tflops: entry.spec.fp32.get() / TFLOP,
        tf32_dense_tflops: entry.spec.tf32.map(|rate| rate.get() / TFLOP),
        fp16_dense_tflops: entry.spec.fp16.map(|rate| rate.get() / TFLOP),
        bf16_dense_tflops: entry.spec.bf16.map(|rate| rate.get() / TFLOP),
        tensor_evidence: evidence(entry.tensor_evidence),
        pcie_gen: entry.spec.pcie.generation,
        pcie_lanes: entry.spec.pcie.lanes,
        nvlink_gb_per_s: entry.spec.nvlink.map(|rate| rate.get() / GB),
        tdp_w: Some(entry.spec.tdp.get()).filter(|&watts| watts > 0.0),
        devices_per_board: entry.devices_per_board,
        price: entry.price.as_ref().map(price),
        launch_price: entry.launch_price.as_ref().map(price),
        price_history: parts::history(entry.id),
        body: parts::body(&entry.body),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// Every processor.
#[must_use]
pub fn cpus() -> v1::List<v1::Cpu> {
    list(data::cpus(), cpu)
}

/// A processor.
#[must_use]
pub fn cpu(entry: &data::CpuEntry) -> v1::Cpu {
    v1::Cpu {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        vendor: entry.vendor.to_owned(),
        socket: entry.socket.to_owned(),
        launch: entry.launch.to_owned(),
        performance_cores: entry.spec.performance_cores,
        efficiency_cores: entry.spec.efficiency_cores,
        threads: entry.spec.threads,
        boost_ghz: entry.spec.boost_ghz,
        memory_channels: entry.spec.memory_channels,
        memory_type: entry.memory_type.to_owned(),
        max_memory_gib: entry.spec.max_memory.0 / GIB,
        pcie_gen: entry.spec.pcie.generation,
        pcie_lanes: entry.spec.pcie.lanes,
        lane_note: entry.lane_note.to_owned(),
        base_power_w: entry.base_power.map(Watts::get),
        boost_power_w: entry.boost_power.map(Watts::get),
        memory_rates: parts::memory_rates(entry.memory_rates),
        ecc: parts::ecc(entry.ecc),
        max_sockets: entry.max_sockets,
        price: entry.price.as_ref().map(price),
        launch_price: entry.launch_price.as_ref().map(price),
        price_history: parts::history(entry.id),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// Every drive and class of drives.
#[must_use]
pub fn storages() -> v1::List<v1::Storage> {
    list(data::storages(), storage)
}

/// A drive, or a class of drives.
#[must_use]
pub fn storage(entry: &data::StorageEntry) -> v1::Storage {
    v1::Storage {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        class: entry.class.to_owned(),
        interface: entry.interface.to_owned(),
        capacity_bytes: entry.spec.capacity.0,
        sequential_read_bytes_per_second: entry.spec.sequential_read.get(),
        sequential_write_bytes_per_second: entry.spec.sequential_write.get(),
        random_read_iops: entry.spec.random_read_iops,
        random_read_from_class: entry.random_read_from_class,
        random_write_iops: entry.random_write_iops,
        form: entry.form.map(str::to_owned),
        media: entry.media.map(str::to_owned),
        endurance_bytes: entry.endurance.map(|bytes| bytes.0),
        price: entry.price.as_ref().map(price),
        price_history: parts::history(entry.id),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// Every memory kit.
#[must_use]
pub fn memory_kits() -> v1::List<v1::MemoryKit> {
    list(data::memory_kits(), memory_kit)
}

/// A memory kit.
#[must_use]
pub fn memory_kit(entry: &data::MemoryKit) -> v1::MemoryKit {
    v1::MemoryKit {
        id: entry.id.to_owned(),
        memory_type: entry.memory_type.to_owned(),
        form: entry.form.to_owned(),
        ecc: entry.ecc,
        modules: entry.modules,
        module_gib: entry.module_gib,
        total_gib: entry.total_gib,
        slowest_mt_per_s: entry.slowest_mt_per_s,
        fastest_mt_per_s: entry.fastest_mt_per_s,
        price_per_gb: entry.price_per_gb.as_ref().map(price),
        price_history: parts::history(entry.id),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// Every model.
#[must_use]
pub fn models() -> v1::List<v1::Model> {
    let items = data::listed_models().into_iter().map(model).collect();
    v1::List { catalog_version: data::VERSION.to_owned(), items, matches: None }
}

/// A model.
#[must_use]
pub fn model(entry: &data::ModelEntry) -> v1::Model {
    let kind = DataKind::from(entry.data_kind);
    let of = entry.architecture.family();
    let trains = data::model(entry.id).is_some();
    let has_classes = kind == DataKind::Images || of == Family::Encoder;
    // The build writes each value as JSON; the catalog's tests hold it to that.
    let value = |(name, json): &(&str, &str)| Some(((*name).to_owned(), serde_json::from_str(json).ok()?));
    v1::Model {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        family: family(of),
        parameters: entry.published_parameters,
        data_kind: kind,
        default_num_classes: has_classes.then_some(entry.default_num_classes),
        default_image_size: matches!(kind, DataKind::Images | DataKind::Latents).then_some(entry.default_image_size),
        // What hears has windows, not a length.
        default_sequence_length: (kind == DataKind::Text).then_some(scenario::defaults::SEQUENCE_LENGTH),
        tasks: [(trains, Workload::Training), (entry.answers() || entry.answers_in_passes(), Workload::Inference)]
            .into_iter()
            .filter_map(|(is_so, task)| is_so.then_some(task))
            .collect(),
        methods: if trains { methods(&entry.architecture) } else { Vec::new() },
        hyper_parameters: entry.hyper_parameters.iter().filter_map(value).collect(),
        load_as: entry.load_as.to_owned(),
        source: entry.source.to_owned(),
    }
}

/// Everything, as one file.
#[must_use]
pub fn whole_catalog() -> v1::Catalog {
    v1::Catalog {
        catalog_version: data::VERSION.to_owned(),
        gpus: gpus().items,
        cpus: cpus().items,
        storage: storages().items,
        memory: memory_kits().items,
        models: models().items,
        platforms: parts::platforms().items,
        boards: products::boards().items,
        coolers: products::coolers().items,
        power_supplies: parts::power_supplies().items,
        cases: products::cases().items,
        servers: products::servers().items,
        networks: parts::networks().items,
        cloud: parts::cloud_offers().items,
        rules: parts::rules().items,
        retired: data::all_retired().iter().map(retired).collect(),
        attributions: data::attributions().iter().map(attribution).collect(),
    }
}

fn retired(gone: &data::Retired) -> v1::Retired {
    v1::Retired {
        id: gone.id.to_owned(),
        list: match gone.kind {
            data::Kind::Gpu => "gpus",
            data::Kind::Cpu => "cpus",
            data::Kind::Model => "models",
            data::Kind::Storage => "storage",
            data::Kind::Memory => "memory",
        }
        .to_owned(),
        successor: Some(gone.successor.to_owned()).filter(|successor| !successor.is_empty()),
        reason: gone.reason.to_owned(),
    }
}

fn attribution(collection: &data::Attribution) -> v1::Attribution {
    v1::Attribution {
        id: collection.id.to_owned(),
        name: collection.name.to_owned(),
        url: collection.url.to_owned(),
        license: collection.license.to_owned(),
        used_for: collection.used_for.to_owned(),
    }
}

const fn family(family: Family) -> v1::ModelFamily {
    match family {
        Family::Convolutional => v1::ModelFamily::Cnn,
        Family::VisionTransformer => v1::ModelFamily::VisionTransformer,
        Family::Segmentation => v1::ModelFamily::Segmentation,
        Family::Detection => v1::ModelFamily::Detection,
        Family::Encoder => v1::ModelFamily::Encoder,
        Family::Decoder => v1::ModelFamily::Decoder,
        Family::Seq2seq => v1::ModelFamily::Seq2seq,
        Family::Speech => v1::ModelFamily::Speech,
        Family::Diffusion => v1::ModelFamily::Diffusion,
    }
}
