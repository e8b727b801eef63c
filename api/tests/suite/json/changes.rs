//! Copies of plans and changes that are merged into them.

use scenario::json::{apply_merge_patch, fork, parse_fork_with};
use serde_json::{Value as Json, json};
use wire::v1::ProblemCode;
use wire::v1::plan::ForkRequest;

#[test]
fn a_copy_takes_what_it_is_not_told() {
    let read = |body: &str| parse_fork_with(body.as_bytes(), |_| None);
    for empty in ["", " \n", "{}", "null", r#"{"change":null,"title":null,"revision":null}"#] {
        assert_eq!(read(empty), Ok(ForkRequest::default()), "{empty}");
    }
    assert_eq!(read(r#"{"revision":2,"title":""}"#).map(|fork| (fork.revision, fork.title)), Ok((Some(2), Some(String::new()))));
    for (body, pointer) in [
        (r#"{"revision":0}"#, "/revision"),
        (r#"{"revision":1.5}"#, "/revision"),
        (r#"{"revision":1e300}"#, "/revision"),
        (r#"{"revision":18446744073709551616}"#, "/revision"),
        (r#"{"revision":"1"}"#, "/revision"),
        (r#"{"change":[]}"#, "/change"),
        (r#"{"scenario":{}}"#, "/scenario"),
        ("[]", ""),
    ] {
        assert_eq!(read(body).unwrap_err().errors[0].pointer, pointer, "{body}");
    }
    assert_eq!(read("{").unwrap_err().code, ProblemCode::MalformedJson);
}

#[test]
fn a_change_is_merged_and_blamed_for_what_it_says() {
    let stored =
        json!({ "hardware": { "gpu": "rtx-4090", "ram_gib": 64 }, "model": { "id": "resnet50" }, "training": { "epochs": 3 } });
    let with = |change: Json| fork(stored.clone(), &change);
    let changed = with(json!({ "training": null, "hardware": { "gpu": "rtx-3090", "ram_gib": null } })).unwrap();
    assert_eq!((changed.training.epochs, changed.hardware.ram_gib), (None, None));
    assert_eq!(changed.hardware.gpu.unwrap().id(), Some("rtx-3090"));
    for (change, pointer) in [
        (json!({ "hardware": { "gpu": "rtx-4009" } }), "/change/hardware/gpu"),
        (json!({ "hardware": null }), "/change/hardware/gpu"),
        (json!({ "hardware": 7 }), "/change/hardware"),
        (json!({ "training": { "epochs": 0 } }), "/change/training/epochs"),
        (json!({ "trainin": {} }), "/change/trainin"),
    ] {
        assert_eq!(with(change.clone()).unwrap_err().errors[0].pointer, pointer, "{change}");
    }
    let retired = json!({ "hardware": { "gpu": "rtx-4009" }, "model": { "id": "resnet50" } });
    assert_eq!(fork(retired, &json!({ "training": { "epochs": 3 } })).unwrap_err().errors[0].pointer, "/scenario/hardware/gpu");
}

#[test]
fn patches_merge_as_rfc_7396_says() {
    // The cases of its appendix A.
    for (document, patch, merged) in [
        (json!({ "a": "b" }), json!({ "a": "c" }), json!({ "a": "c" })),
        (json!({ "a": "b" }), json!({ "b": "c" }), json!({ "a": "b", "b": "c" })),
        (json!({ "a": "b" }), json!({ "a": null }), json!({})),
        (json!({ "a": "b", "b": "c" }), json!({ "a": null }), json!({ "b": "c" })),
        (json!({ "a": ["b"] }), json!({ "a": "c" }), json!({ "a": "c" })),
        (json!({ "a": "c" }), json!({ "a": ["b"] }), json!({ "a": ["b"] })),
        (json!({ "a": { "b": "c" } }), json!({ "a": { "b": "d", "c": null } }), json!({ "a": { "b": "d" } })),
        (json!({ "a": [{ "b": "c" }] }), json!({ "a": [1] }), json!({ "a": [1] })),
        (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
        (json!({ "a": "b" }), json!(["c"]), json!(["c"])),
        (json!({ "a": "foo" }), json!(null), json!(null)),
        (json!({ "a": "foo" }), json!("bar"), json!("bar")),
        (json!({ "e": null }), json!({ "a": 1 }), json!({ "e": null, "a": 1 })),
        (json!([1, 2]), json!({ "a": "b", "c": null }), json!({ "a": "b" })),
        (json!({}), json!({ "a": { "bb": { "ccc": null } } }), json!({ "a": { "bb": {} } })),
    ] {
        let mut document = document;
        apply_merge_patch(&mut document, &patch);
        assert_eq!(document, merged);
    }
}
