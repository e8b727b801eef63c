//! What must hold of the engine, as one program: laws, tables of published figures, and measured runs.

mod advice_laws;
mod batch_laws;
mod detection;
mod diagnosis;
mod host_advice;
mod host_explain;
mod host_laws;
mod host_measured;
mod host_ram;
mod host_rules;
mod host_shortage;
mod ladder;
mod measured_laws;
mod memory_laws;
mod parameters_dense;
mod parameters_language;
mod parameters_vision;
mod preferences;
mod roofline_measured;
mod saved_tensors;
mod serving;
mod sharding_laws;
mod support;
mod vision_language;
