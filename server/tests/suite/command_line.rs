//! The program as people run it: filters, reference, and a server that starts, answers and stops.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const SCENARIO: &str = r#"{"id":"a","hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"},"training":{"micro_batch_size":16}}"#;

fn rigwise(argument: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigwise"));
    command.arg(argument).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(argument: &str, input: &[u8]) -> Output {
    let mut child = rigwise(argument).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn lines(output: &Output) -> Vec<serde_json::Value> {
    String::from_utf8(output.stdout.clone()).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn each_scenario_is_answered_on_its_line() {
    let scenario: wire::v1::Scenario = api::parse_scenario_json(SCENARIO).unwrap();
    let output = run("estimate", format!("{SCENARIO}\n\n{SCENARIO}").as_bytes());
    assert!(output.status.success());
    let expected = serde_json::to_string(&api::estimate(&scenario).unwrap()).unwrap();
    assert!(
        String::from_utf8(output.stdout).unwrap() == format!("{expected}\n{expected}\n"),
        "the answers differ from the engine's own"
    );

    let output = run("recommend", SCENARIO.as_bytes());
    assert!(output.status.success());
    assert!(lines(&output)[0]["recommended"]["estimate"].is_object());
}

/// What is not modeled is not asserted, and yet is an answer.
#[test]
fn another_framework_gets_a_lower_bound() {
    let scenario = SCENARIO.replace("\"training\":{", "\"training\":{\"framework\":\"mindspore\",");
    for command in ["estimate", "recommend"] {
        let output = run(command, scenario.as_bytes());
        assert!(output.status.success());
        let answer = &lines(&output)[0];
        let estimate = if command == "estimate" { answer } else { &answer["recommended"]["estimate"] };
        assert!(estimate["vram"]["fits"].is_null() && estimate["vram"]["lower_bound_bytes"].is_u64(), "{answer}");
        assert_eq!(estimate["vram"]["verdict"], "not-modelled");
    }
}

#[test]
fn a_line_at_fault_is_a_problem_in_its_place_and_an_exit_status() {
    let output = run(
        "estimate",
        format!("{SCENARIO}\n{{\n{{\"id\":\"b\",\"hardware\":{{\"gpu\":\"rtx-4009\"}}}}\n{SCENARIO}\n").as_bytes(),
    );
    assert_eq!(output.status.code(), Some(1));
    let answers = lines(&output);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["id"], "a");
    assert_eq!(answers[1]["code"], "malformed-json");
    assert_eq!((&answers[2]["code"], &answers[2]["id"]), (&"invalid-input".into(), &"b".into()));
    assert_eq!(answers[0], answers[3]);
    assert!(run("estimate", b"").status.success());
}

#[test]
fn programs_come_a_scenario_a_line() {
    let output = run("code", format!("{SCENARIO}\n{{}}\n").as_bytes());
    assert_eq!(output.status.code(), Some(1), "the second line is no scenario");
    let answers = lines(&output);
    assert_eq!((&answers[0]["id"], &answers[0]["snippets"][0]["filename"]), (&"a".into(), &"train.py".into()));
    assert_eq!(answers[1]["code"], "invalid-input");
}

#[test]
fn a_diagnosis_comes_for_requests_and_for_scenarios_with_a_symptom() {
    let request = format!(r#"{{"scenario":{SCENARIO},"symptom":"out-of-memory","observed":{{"step":3}}}}"#);
    let output = run("diagnose", format!("{request}\n{SCENARIO}\n").as_bytes());
    assert_eq!(output.status.code(), Some(1), "the second line names no symptom");
    let answers = lines(&output);
    assert_eq!((&answers[0]["id"], &answers[0]["symptom"]), (&"a".into(), &"out-of-memory".into()));
    assert!(answers[0]["checks"].as_array().is_some_and(|checks| checks.len() > 5));
    assert_eq!(answers[1]["code"], "invalid-input");

    let mut child = rigwise("diagnose").args(["--see", "out-of-memory", "--step", "3", "--language", "en"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(SCENARIO.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(lines(&output)[0], answers[0]);
    assert_eq!(rigwise("diagnose").args(["--see", "slow"]).output().unwrap().status.code(), Some(2));
}

#[test]
fn the_catalog_is_found_by_words() {
    let find = |arguments: &[&str]| rigwise("find").args(arguments).output().unwrap();
    let text = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
    let output = find(&["RTX4090"]);
    assert!(output.status.success());
    let said = text(&output);
    let first: Vec<&str> = said.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(first, ["gpus/rtx-4090", "GeForce", "RTX", "4090", "name"]);

    let output = find(&["llama", "3.3", "8b", "--json"]);
    assert!(output.status.success());
    let found = &lines(&output)[0];
    assert_eq!((&found["matches"][0]["id"], &found["matches"][0]["exact"]), (&"llama-3-8b".into(), &false.into()));
    assert_eq!(found["matches"][0]["nearest"][0]["given"], "3.3");
    assert!(found["catalog_version"].is_string() && found["found"].as_u64() == Some(2));
    assert!(text(&find(&["llama 3.3 8b", "--language", "zh"])).contains("目录中没有“3.3”"));

    let few = text(&find(&["nvidia 24 GB", "--limit", "2"]));
    assert_eq!(few.lines().count(), 3, "{few}");
    assert!(few.lines().all(|line| line.starts_with("gpus/") || line.starts_with("and ")), "{few}");
    assert!(text(&find(&["amd", "--list", "cpus"])).lines().all(|line| line.starts_with("cpus/") || line.starts_with("and ")));

    for (arguments, status, said) in [
        (&["no such card"][..], 1, "nothing in the catalog has all of these words: no such card"),
        (&[&*"x".repeat(201)], 1, "must have at most 200 characters"),
        (&["4090", "--list", "cars"], 2, "must be one of gpus, models, cpus"),
        (&[], 2, "required"),
    ] {
        let output = find(arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(said) && output.stdout.is_empty(), "{error}");
    }
}

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

/// A program that talks line by line must not wait for more input.
#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = rigwise("estimate").spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for _ in 0..2 {
        writeln!(input, "{SCENARIO}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with('{'));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_reference_is_printed_as_it_is_served() {
    let output = run("openapi", b"");
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{}\n", server::openapi::document_text()));
}

#[test]
fn unknown_arguments_and_bad_settings_are_named() {
    assert_eq!(run("estimat", b"").status.code(), Some(2));
    let output = rigwise("serve").env("RIGWISE_ADDR", "nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("RIGWISE_ADDR is `nowhere`"));
    let output =
        rigwise("serve").envs([("RIGWISE_ADDR", "x"), ("RIGWISE_LOG_FORMAT", "y"), ("RUST_LOG", "=,")]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(["RIGWISE_ADDR is `x`", "RIGWISE_LOG_FORMAT is `y`"].iter().all(|part| message.contains(part)), "{message}");
    let help = String::from_utf8(rigwise("--help").output().unwrap().stdout).unwrap();
    for setting in server::config::SETTINGS {
        assert!(help.contains(setting.name), "{help}");
    }
    let output =
        rigwise("serve").env("DATABASE_URL", "sqlite:/nowhere/at/all.db").env("RIGWISE_ADDR", "127.0.0.1:0").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot open the plans' database sqlite:/nowhere/at/all.db"));
}

/// Starts a server on a free port in an empty folder and waits until it listens.
fn start(folder: &Path) -> (Child, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_rigwise"))
        .current_dir(folder)
        .env("RIGWISE_ADDR", "127.0.0.1:0")
        .env_remove("DATABASE_URL")
        .env("NO_COLOR", "1")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(server.stderr.take().unwrap());
    let mut line = String::new();
    let address = loop {
        line.clear();
        assert!(log.read_line(&mut line).unwrap() > 0, "the server stopped before it listened");
        if let Some(address) = line.split("http://").nth(1) {
            break address.split_whitespace().next().unwrap().to_owned();
        }
    };
    // The log is read on, so that the server never waits for its reader.
    std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    (server, address)
}

fn exchange(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn get(address: &str, path: &str) -> String {
    exchange(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"))
}

/// Stores a plan; returns where it is.
fn store_plan(address: &str) -> String {
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    let request = format!(
        "POST /api/v1/plans HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let created = exchange(address, &request);
    assert!(created.starts_with("HTTP/1.1 201"), "{created}");
    created.lines().find_map(|line| line.strip_prefix("location: ")).unwrap().trim().to_owned()
}

/// What an answer says below its head.
fn body_of(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").unwrap().1
}

/// Without an argument the program serves; it needs nothing but a folder it may write to.
#[cfg(unix)]
#[test]
fn the_server_runs_from_any_folder_and_keeps_its_plans() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) = start(folder.path());
    assert!(get(&address, "/readyz").starts_with("HTTP/1.1 200"));
    assert!(get(&address, "/").starts_with("HTTP/1.1 200"));
    let path = store_plan(&address);

    assert!(Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap().success());
    assert!(server.wait().unwrap().success(), "a signal to stop is not a failure");
    assert!(folder.path().join("rigwise.db").exists());
    assert!(!folder.path().join("rigwise.db-wal").exists(), "the log is written back");

    let (mut server, address) = start(folder.path());
    assert!(get(&address, &path).starts_with("HTTP/1.1 200"));
    server.kill().unwrap();
    server.wait().unwrap();
}

/// Runs a command on a database; returns whether it succeeded, and all that it said.
fn on_database(url: &str, arguments: &[&str]) -> (bool, String) {
    let output = rigwise(arguments[0]).args(&arguments[1..]).env("DATABASE_URL", url).output().unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.success(), said)
}

#[cfg(unix)]
#[test]
fn a_database_is_backed_up_while_served_and_restored_and_moved_when_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let url = format!("sqlite:{}", path("rigwise.db"));
    let (mut server, address) = start(folder.path());
    let plan = store_plan(&address);
    let stored = get(&address, &plan);

    let (copied, said) = on_database(&url, &["backup", &path("copy.db")]);
    assert!(copied && said.contains("saved 1 plans"), "{said}");
    let (copied, said) = on_database(&url, &["backup", &path("copy.db")]);
    assert!(!copied && said.contains("exists already"), "{said}");
    let (restored, said) = on_database(&url, &["restore", &path("copy.db")]);
    assert!(!restored && said.contains("--replace"), "{said}");
    let (restored, said) = on_database(&url, &["restore", &path("copy.db"), "--replace"]);
    assert!(!restored && said.contains("locked by another process"), "{said}");

    assert!(Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap().success());
    server.wait().unwrap();
    let (restored, said) = on_database(&url, &["restore", &path("copy.db"), "--replace"]);
    assert!(restored && said.contains("is kept as"), "{said}");
    let (moved, said) = on_database(&url, &["move", &url, &format!("sqlite:{}", path("other.db"))]);
    assert!(moved && said.contains("moved 1 plans"), "{said}");
    let elsewhere = folder.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let new = elsewhere.join("rigwise.db");
    let (restored, said) = on_database(&format!("sqlite:{}", new.display()), &["restore", &path("copy.db")]);
    assert!(restored && said.contains("restored 1 plans"), "{said}");
    // What was said counts for nothing: the plan must be served from each of them.
    std::fs::create_dir(folder.path().join("moved")).unwrap();
    std::fs::rename(path("other.db"), folder.path().join("moved/rigwise.db")).unwrap();
    for place in [folder.path(), &elsewhere, &folder.path().join("moved")] {
        let (mut server, address) = start(place);
        assert_eq!(body_of(&get(&address, &plan)), body_of(&stored), "{}", place.display());
        server.kill().unwrap();
        server.wait().unwrap();
    }
}

#[test]
fn a_password_of_the_database_is_never_printed() {
    let url = "postgres://rigwise:s3cret@127.0.0.1:1/plans";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db").display().to_string();
    for arguments in [&["serve"][..], &["backup", &file], &["restore", file!()], &["move", url, "sqlite:x.db"]] {
        let (succeeded, said) = on_database(url, arguments);
        assert!(!succeeded && !said.contains("s3cret"), "{arguments:?}: {said}");
    }
    let (_, said) = on_database(url, &["serve"]);
    assert!(said.contains("postgres://rigwise:***@127.0.0.1:1/plans") && said.contains("does not answer"), "{said}");
    let (_, said) = on_database("mysql://rigwise:s3cret@db/plans", &["serve"]);
    assert!(said.contains("DATABASE_URL is `mysql://rigwise:***@db/plans`"), "{said}");
}

/// What a container asks, which has no other program to ask with.
#[cfg(unix)]
#[test]
fn the_program_asks_its_own_server_whether_it_is_ready() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) = start(folder.path());
    let health = || rigwise("health").env("RIGWISE_ADDR", &address).output().unwrap();
    let ready = health();
    assert_eq!((ready.status.code(), ready.stdout.as_slice()), (Some(0), &b"ready\n"[..]));
    let rights = std::fs::metadata(folder.path().join("rigwise.db")).unwrap();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&rights.permissions()) & 0o077, 0, "plans are for this account alone");
    std::fs::remove_file(folder.path().join("rigwise.db")).unwrap();
    let unready = health();
    assert_eq!(unready.status.code(), Some(1));
    assert!(String::from_utf8(unready.stderr).unwrap().contains("503 Service Unavailable"));
    server.kill().unwrap();
    server.wait().unwrap();
    let gone = health();
    assert_eq!(gone.status.code(), Some(1));
    assert!(String::from_utf8(gone.stderr).unwrap().contains("does not answer"));
}
