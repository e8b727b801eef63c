//! A server of the program's own, and plans stored on it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::program::SCENARIO;

/// Starts a server on a free port in an empty folder and waits until it listens.
pub fn start(folder: &Path) -> (Child, String) {
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

pub fn get(address: &str, path: &str) -> String {
    exchange(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"))
}

/// Stores a plan; returns where it is.
pub fn store_plan(address: &str) -> String {
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    let request = format!(
        "POST /api/v1/plans HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let created = exchange(address, &request);
    assert!(created.starts_with("HTTP/1.1 201"), "{created}");
    created.lines().find_map(|line| line.strip_prefix("location: ")).unwrap().trim().to_owned()
}
