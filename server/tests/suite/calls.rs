//! The programs that the page of calls shows, run against a server: what a reader pastes must work, whatever a plan holds.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Everything that a shell, Python or JSON could take for its own.
const HOSTILE: &str = "it's $(touch pwned) `touch pwned` \"\"\" \\ \n JSON\n\u{202e}'''%s{0} 显卡";

/// As a name is kept: on one line, without what turns text around.
fn one_line(text: &str) -> String {
    text.replace('\u{202e}', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Server(Child, String);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(folder: &Path) -> Server {
    let mut server = Command::new(env!("CARGO_BIN_EXE_rigwise"))
        .current_dir(folder)
        .env("RIGWISE_ADDR", "127.0.0.1:0")
        .env_remove("DATABASE_URL")
        .env_remove("RUST_LOG")
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
            break address.split(|letter: char| letter.is_whitespace() || letter == '"').next().unwrap().to_owned();
        }
    };
    std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    Server(server, address)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer:.300}");
    answer
}

/// Texts of the blocks of code of a page, as a reader's browser would copy them.
fn blocks(html: &str) -> Vec<String> {
    html.split("<code")
        .skip(1)
        .map(|block| {
            let text = block.split_once('>').unwrap().1.split("</code>").next().unwrap();
            text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
        })
        .collect()
}

fn run(program: &str, arguments: &[&str], input: &str, folder: &Path) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("NO_PROXY", "*")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[track_caller]
fn output(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

fn try_all(programs: &[String], folder: &Path) -> (Vec<String>, Vec<String>) {
    let shell = programs.iter().filter(|text| text.starts_with("curl "));
    let python = programs.iter().filter(|text| text.starts_with("import json"));
    let of_shell: Vec<String> =
        if has("curl") { shell.map(|text| output(&run("sh", &["-s"], text, folder))).collect() } else { Vec::new() };
    let of_python =
        if has("python3") { python.map(|text| output(&run("python3", &["-"], text, folder))).collect() } else { Vec::new() };
    assert!(!folder.join("pwned").exists(), "a text was run as a program");
    (of_shell, of_python)
}

#[test]
fn what_the_page_of_calls_shows_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let hostile = scenario::query::encode(
        [
            ("gpu", "custom"),
            ("gpu.name", HOSTILE),
            ("gpu.memory", "24"),
            ("gpu.bandwidth", "900"),
            ("gpu.fp32", "80"),
            ("gpu.fp16", "160"),
        ]
        .into_iter(),
    );
    for query in [
        "v=1&gpu=rtx-4090&model=resnet50&batch=64".to_owned(),
        format!("v=1&model=resnet50&id=x&{hostile}&its=%27%24(touch+pwned)"),
    ] {
        let page = get(&server.1, &format!("/call?{query}"));
        let (shell, python) = try_all(&blocks(&page), folder.path());
        if !shell.is_empty() {
            // Estimate, recommendation, plan, and the estimate as a link.
            assert_eq!(shell.len(), 4);
            let answers: Vec<serde_json::Value> = shell.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
            assert_eq!(answers[0]["vram"], answers[3]["vram"]);
            assert!(answers[1]["recommended"].is_object());
            assert!(answers[2]["edit_key"].is_string());
            let plan: serde_json::Value = {
                let answer = get(&server.1, &format!("/api/v1/plans/{}", answers[2]["id"].as_str().unwrap()));
                serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap()
            };
            assert_eq!(plan["estimate"]["vram"], answers[0]["vram"]);
            if query.contains("custom") {
                assert_eq!(plan["scenario"]["hardware"]["gpu"]["name"], one_line(HOSTILE));
                assert!(plan["title"].as_str().unwrap().contains("$(touch pwned)"));
            }
        }
        if !python.is_empty() {
            assert_eq!(python.len(), 3);
            assert!(python[0].contains("VRAM of the process: ") && python[0].starts_with("fits: "), "{}", python[0]);
            assert!(python[2].contains(&format!("link: http://{}/p/", server.1)), "{}", python[2]);
        }
    }
}

#[test]
fn what_the_reference_shows_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    for path in [
        "/en/api",
        "/zh/api",
        "/en/docs/api/estimate",
        "/en/docs/api/compare",
        "/en/docs/api/get_gpu",
        "/en/docs/api/recommend_query",
    ] {
        let (shell, python) = try_all(&blocks(&get(&server.1, path)), folder.path());
        for answer in &shell {
            let answer: serde_json::Value = serde_json::from_str(answer).unwrap();
            assert!(answer.get("code").is_none(), "{path}: {answer}");
        }
        assert!(!has("curl") || !shell.is_empty(), "{path}");
        assert_eq!(python.len(), usize::from(path.ends_with("/api") && has("python3")), "{path}");
    }
}
