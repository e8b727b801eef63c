//! Answers without what a model need not read: a tenth of the text, with every figure that one would pass on.

use serde_json::Value;

/// Members of an estimate that say how it came about rather than what it is.
const OF_ESTIMATE: [&str; 9] = [
    "/explain",
    "/rules",
    "/vram/timeline",
    "/ram/phases",
    "/ram/reserve",
    "/ram/ladder",
    "/path/settings",
    "/path/settings_together",
    "/path/remedies",
];
/// Members of a machine that repeat its scenario or belong to its own estimate.
const OF_MACHINE: [&str; 3] = ["/hardware", "/estimate/inputs", "/estimate/path"];
/// Members of a part that only a bill needs.
const OF_PART: [&str; 5] = ["/line_total", "/maker", "/notes", "/price_source", "/reason"];
/// Members of a lever that its totals sum up.
const OF_LEVER: [&str; 5] =
    ["/vram_parts_before", "/vram_parts_after", "/epoch_seconds_before", "/epoch_seconds_after", "/ram_minimum_gib_after"];

/// An estimate, in short.
pub fn estimate(answer: &mut Value) {
    remove(answer, &OF_ESTIMATE);
}

/// A recommendation, in short: a change says what its scenario would repeat.
pub fn recommendation(answer: &mut Value) {
    if let Some(recommended) = answer.pointer_mut("/recommended/estimate") {
        estimate(recommended);
        remove(recommended, &["/inputs"]);
    }
    for lever in list(answer, "/levers") {
        remove(lever, &OF_LEVER);
    }
    for plan in ["/pareto", "/nearest"] {
        for plan in list(answer, plan) {
            remove(plan, &["/scenario"]);
        }
    }
    for machine in list(answer, "/machines") {
        remove(machine, &OF_MACHINE);
        machine.pointer_mut("/estimate").into_iter().for_each(estimate);
        for part in list(machine, "/parts") {
            remove(part, &OF_PART);
        }
    }
}

fn list<'a>(answer: &'a mut Value, pointer: &str) -> &'a mut [Value] {
    answer.pointer_mut(pointer).and_then(Value::as_array_mut).map_or(&mut [], |list| list.as_mut_slice())
}

fn remove(value: &mut Value, pointers: &[&str]) {
    for pointer in pointers {
        let Some((parent, member)) = pointer.rsplit_once('/') else { continue };
        if let Some(Value::Object(members)) = value.pointer_mut(parent) {
            members.remove(member);
        }
    }
}
