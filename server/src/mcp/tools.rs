//! The tools: names, what they are for, and what they take.

use std::sync::{Arc, LazyLock};

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value, json};
use wire::v1::Scenario;
use wire::v1::compare::CompareRequest;

use super::{schema, search};

/// The argument of `estimate` and `recommend` that is not the API's.
pub const EXPLAIN: &str = "explain";

/// All tools, in the order in which one would use them.
pub fn all() -> &'static [Tool] {
    static TOOLS: LazyLock<[Tool; 4]> = LazyLock::new(|| {
        [
            tool(
                "search_catalog",
                "Search the catalog",
                "Find ids for scenarios: GPUs, models, processors, drives, memory, boards, power supplies, networks, rented machines. \
                 Gives names, headline figures and where they come from.",
                search::schema(),
            ),
            tool(
                "estimate",
                "Estimate a run",
                "What a training run needs on a given machine, whether it fits and how fast it is: device memory by part, largest batch, \
                 host memory, time per step and epoch, bottleneck. With task inference: what running a model takes, users and \
                 tokens per second. Needs hardware.gpu and model; whatever else is left out takes a default.",
                explainable(schema::without(scenario(), "constraints")),
            ),
            tool(
                "recommend",
                "Recommend settings or machines",
                "How to run it best: whatever the scenario leaves out is chosen, with what each single change would do. \
                 Without hardware.gpu: machines to buy with parts and prices, within constraints.budget and constraints.deadline_seconds. \
                 Takes a scenario as estimate does, of training alone.",
                explainable(of_training(scenario())),
            ),
            tool(
                "compare",
                "Compare machines",
                "Two to six scenarios side by side, mostly one job on several machines: memory, speed, price, energy, what differs, and which \
                 is best in each measure. Each scenario is written as for estimate, of training alone.",
                schema::outline(schema::of::<CompareRequest>()),
            ),
        ]
    });
    &*TOOLS
}

/// A scenario. A model's own configuration is the file that models are published with, whose keys need no telling.
fn scenario() -> Map<String, Value> {
    schema::describe_only(schema::of::<Scenario>(), "ModelConfig")
}

/// A scenario without what only an estimate reads: a model that is served.
fn of_training(scenario: Map<String, Value>) -> Map<String, Value> {
    schema::without(schema::without(scenario, "serving"), "task")
}

/// A tool that only reads and asks no other server.
fn tool(name: &'static str, title: &str, description: &'static str, schema: Map<String, Value>) -> Tool {
    let annotations = ToolAnnotations::with_title(title).read_only(true).idempotent(true).open_world(false);
    Tool::new(name, description, Arc::new(schema)).with_title(title).with_annotations(annotations)
}

/// A tool's arguments with the wish for all that the API answers.
fn explainable(mut schema: Map<String, Value>) -> Map<String, Value> {
    let explain = json!({
        "type": "boolean",
        "default": false,
        "description": "Answer in full: formulas with their inputs and sources, memory over time, rules of thumb."
    });
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert(EXPLAIN.to_owned(), explain);
    }
    schema
}
