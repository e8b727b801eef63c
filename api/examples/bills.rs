//! Bills of materials as files in a folder, in every format and language: without the server, for tests with other programs.
//!
//! ```text
//! cargo run --package api --example bills -- target/bills
//! ```

use std::error::Error;
use std::path::Path;

use api::bill::bom_in;
use api::export::{Format, write};
use wire::Locale;

/// What is listed: a machine from the catalog, a server, and a card whose name wants to be a formula.
const SCENARIOS: [(&str, &str); 3] = [
    ("desktop", r#"{"hardware":{"gpu":"rtx-4090","gpu_count":2},"model":{"id":"resnet50"}}"#),
    (
        "server",
        r#"{"hardware":{"gpu":"h100-sxm5-80gb","gpu_count":8,"nodes":2},"model":{"id":"llama-2-7b"},"training":{"sharding":"zero-3"}}"#,
    ),
    (
        "formula",
        r#"{"hardware":{"gpu":{"name":"=HYPERLINK(\"https://example.org\",\"card\")","memory_gib":24,"memory_bandwidth_gb_per_s":1000,"fp32_tflops":80}},"model":{"id":"resnet50"}}"#,
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder to write to")?;
    std::fs::create_dir_all(&folder)?;
    for (name, scenario) in SCENARIOS {
        let scenario = api::parse_scenario_json(scenario).map_err(|problem| problem.detail)?;
        for locale in Locale::ALL {
            let bom = bom_in(&scenario, locale).map_err(|problem| format!("{name}: {}", problem.detail))?;
            for format in Format::ALL {
                let bytes = write(&bom, format, locale).map_err(|problem| problem.detail)?;
                let file = format!("{name}-{}.{}", locale.as_str(), format.extension());
                std::fs::write(Path::new(&folder).join(file), bytes)?;
            }
        }
    }
    Ok(())
}
