//! Price lists decide in filters as they do on the server.

use std::io::Write as _;
use std::path::Path;
use std::process::Output;

use super::program::{SCENARIO, lines, rigwise};

fn run_by_list(folder: &Path, argument: &str, input: &str) -> Output {
    let mut child = rigwise(argument).env("RIGWISE_PRICES", folder).spawn().unwrap();
    // Nobody reads where the list is broken.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn price_lists_count_as_they_do_on_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("shop.csv");
    let asked = scenario::query::parse_string("v=1&model=resnet18&batch=8&method=full&precision=fp32&samples=1000").scenario;
    let asked = serde_json::to_string(&asked).unwrap();
    std::fs::write(&list, "id,price,currency,vendor\nrtx-4090,1,USD,A shop\n").unwrap();
    let output = run_by_list(folder.path(), "recommend", &format!("{asked}\n{asked}\n"));
    assert!(output.status.success(), "{output:?}");
    let answers = lines(&output);
    assert_eq!(answers.len(), 2);
    for answer in &answers {
        let machine = &answer["machines"][0];
        assert_eq!(machine["hardware"]["gpu"], "rtx-4090", "the cheapest card by the list is in the machine that is recommended");
        let card = machine["parts"].as_array().unwrap().iter().find(|part| part["kind"] == "gpu").unwrap();
        assert_eq!(card["unit_price"], 1.0);
        assert_eq!(card["vendor"], "A shop");
    }

    std::fs::write(&list, "id,price,currency\nrtx-409,1,USD\n").unwrap();
    for command in ["estimate", "recommend", "code", "diagnose"] {
        let output = run_by_list(folder.path(), command, SCENARIO);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{command}: {told}");
        assert!(told.contains("shop.csv: line 2, id: `rtx-409` is not in the catalog; the nearest is `rtx-4090`"), "{told}");
    }
    assert!(!run_by_list(&folder.path().join("none"), "estimate", SCENARIO).status.success());
    assert!(run_by_list(Path::new(""), "estimate", SCENARIO).status.success(), "an empty value counts as not set");
}
