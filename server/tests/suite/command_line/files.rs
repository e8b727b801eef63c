//! Models and data sets, read from their files.

use std::io::Write as _;
use std::process::{Command, Stdio};

use super::program::{lines, rigwise};

/// A model by its files: a configuration, the header of weights without what follows it, and standard input.
#[test]
fn a_model_is_read_from_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let config = r#"{"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "vocab_size": 50257}"#;
    std::fs::write(path("config.json"), config).unwrap();
    let header = br#"{"wte.weight":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}}"#;
    std::fs::write(path("model.safetensors"), [&(header.len() as u64).to_le_bytes()[..], header, &[255; 24]].concat()).unwrap();
    let model = |arguments: &[&str]| rigwise("model").args(arguments).output().unwrap();

    let output = model(&[&path("config.json")]);
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    for line in ["in catalog: gpt2 (GPT-2, same-architecture)", "parameters: 124,439,808", "plan: /plan?v=1&model=gpt2"] {
        assert!(said.lines().any(|said| said == line), "{line}: {said}");
    }
    let output = model(&["--json", &path("model.safetensors")]);
    assert!(output.status.success());
    let reading = &lines(&output)[0];
    assert_eq!((&reading["kind"], &reading["parameters"]["total"], reading.get("plan")), (&"header".into(), &6.into(), None));

    let output = Command::new(env!("CARGO_BIN_EXE_rigwise"))
        .args(["model", "-", "--language", "zh"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = output.unwrap();
    child.stdin.take().unwrap().write_all(b"{\"model_type\": \"llama\", \"vocab_size\": 0}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("fault: hidden_size \u{4e3a}\u{5fc5}\u{586b}\u{9879}"));

    for (arguments, said) in [(vec![path("nowhere.json")], "cannot read"), (vec![path("")], "cannot read")] {
        let output = model(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(!output.status.success() && String::from_utf8(output.stderr).unwrap().contains(said));
    }
}

/// A folder that is walked and a listing of it say the same, as far as a listing says anything.
#[cfg(unix)]
#[test]
fn a_data_set_is_read_from_its_folder_and_from_a_listing() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, bytes: &[u8]| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    // The head of a PNG says its size; nothing behind it is read.
    let png = |width: u32, height: u32| {
        let head =
            [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], &width.to_be_bytes(), &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
        [head, vec![0; 500]].concat()
    };
    let jpeg = |width: u16, height: u16| {
        let head = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xc0\0\x11\x08";
        [&head[..], &height.to_be_bytes(), &width.to_be_bytes(), &[3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1], &[0; 300]].concat()
    };
    for (place, name) in ["a b", "换 行\n", "\u{200f}rtl", "<i>"].iter().enumerate() {
        write(&format!("train/cat/{name}.png"), &png(640, 480));
        write(&format!("train/dog/{place}.jpg"), &jpeg(640, 480));
    }
    write("val/cat/1.png", &png(32, 32));
    write("val/dog/1.png", b"no image");
    write("labels.csv", b"file,class\n1,cat\n");
    write("README.md", b"about");
    std::os::unix::fs::symlink("/etc", folder.path().join("out")).unwrap();
    let inspect = |arguments: &[&str]| rigwise("inspect").args(arguments).output().unwrap();
    let path = folder.path().to_str().unwrap();
    let output = inspect(&[path, "--json"]);
    assert!(output.status.success());
    let walked = &lines(&output)[0];
    assert_eq!(walked["data"]["samples"], 8);
    assert_eq!(walked["data"]["image_size"], serde_json::json!([480, 640]));
    assert_eq!((&walked["images"]["looked_at"], &walked["images"]["share_of_others"]), (&8.into(), &0.0.into()));
    assert_eq!(walked["unreadable"], serde_json::json!(["val/dog/1.png: no image that is known by its header"]));
    let codes: Vec<&str> = walked["notes"].as_array().unwrap().iter().map(|note| note["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["split-taken", "links-left", "unreadable"]);

    let listing = Command::new("find").args([".", "-type", "f", "-printf", "%s %p\\n"]).current_dir(path).output().unwrap();
    let mut child = rigwise("inspect").args(["-", "--json"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&listing.stdout).unwrap();
    let listed = &lines(&child.wait_with_output().unwrap())[0];
    // A name with a line feed is two lines, and neither has an extension.
    assert_eq!((&listed["files"], &listed["data"]["samples"]), (&walked["files"], &7.into()));
    let mut child = rigwise("inspect").args(["-", "--json"]).spawn().unwrap();
    let mended = String::from_utf8(listing.stdout).unwrap().replace("换 行\n", "换 行");
    child.stdin.take().unwrap().write_all(mended.as_bytes()).unwrap();
    let listed = &lines(&child.wait_with_output().unwrap())[0];
    for figure in ["files", "bytes", "formats", "parts", "file_bytes"] {
        assert_eq!(listed[figure], walked[figure], "{figure}");
    }
    for field in ["kind", "samples", "num_classes", "bytes_on_disk"] {
        assert_eq!(listed["data"][field], walked["data"][field], "{field}");
    }

    let few = String::from_utf8(inspect(&[path, "--limit", "3"]).stdout).unwrap();
    assert!(few.contains("files: 3,") && few.contains("Only 3 files were looked at"), "{few}");
    let chinese = String::from_utf8(inspect(&[path, "--language", "zh"]).stdout).unwrap();
    assert!(chinese.contains("不跟随链接：略过 1 个。"), "{chinese}");
    let one = inspect(&[&format!("{path}/labels.csv"), "--json"]);
    assert_eq!(lines(&one)[0]["data"]["samples"], 1);
    let none = inspect(&[&format!("{path}/nowhere")]);
    assert_eq!(none.status.code(), Some(1));
    assert!(String::from_utf8(none.stderr).unwrap().contains("cannot read"));
}
