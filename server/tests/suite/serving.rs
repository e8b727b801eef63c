//! The server as a process: what it logs and counts, how it stops, and what it does with clients that are many, slow or rude.
#![cfg(unix)]

mod client_limit;
mod prices;
mod process;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use process::{SCENARIO, Server};

#[test]
fn the_log_holds_no_secrets() {
    for format in ["text", "json"] {
        let server = Server::start(&[("RIGWISE_LOG_FORMAT", format), ("RUST_LOG", "debug,sqlx=info")]);
        let created = server.post("/api/v1/plans", &[], &format!(r#"{{"title":"a secret title","scenario":{SCENARIO}}}"#));
        assert!(created.starts_with("HTTP/1.1 201"), "{created}");
        let field = |name: &str| created.split(&format!("\"{name}\":\"")).nth(1).unwrap().split('"').next().unwrap().to_owned();
        let (id, key) = (field("id"), field("edit_key"));
        let path = format!("/api/v1/plans/{id}");
        let authorization = format!("Authorization: Bearer {key}");
        assert!(server.get(&path, &["X-Request-Id: order-17"]).starts_with("HTTP/1.1 200"));
        assert!(server.get(&format!("/p/{id}"), &[]).starts_with("HTTP/1.1 200"));
        // An unknown parameter is refused, and does not enter the log either.
        assert!(server.get("/api/v1/estimate?v=1&gpu=rtx-4090&model=resnet50&secret=query", &[]).starts_with("HTTP/1.1 422"));
        assert!(server.send("DELETE", &path, &[&authorization], "").starts_with("HTTP/1.1 204"));
        let log = server.stop();
        for secret in [id.as_str(), key.as_str(), "secret", "rtx-4090"] {
            assert!(!log.contains(secret), "{secret} in {log}");
        }
        for part in ["/api/v1/plans/{id}", "/p/{id}", "order-17", "204"] {
            assert!(log.contains(part), "{part} in {log}");
        }
        if format == "json" {
            let lines = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
            let answered: Vec<_> = lines.filter(|line| line["target"] == "access").collect();
            assert_eq!(answered.len(), 5);
            let named = answered.iter().find(|line| line["span"]["id"] == "order-17").unwrap();
            assert_eq!((&named["status"], &named["span"]["route"]), (&200.into(), &"/api/v1/plans/{id}".into()));
            assert!(named["ms"].is_number() && named["span"]["method"] == "GET");
        }
    }
}

#[test]
fn a_signal_to_stop_lets_what_has_begun_end() {
    let server = Server::start(&[("RIGWISE_DRAIN_SECONDS", "5"), ("RIGWISE_SEARCH_PER_SECOND", "0")]);
    let batch = format!("{}\n{}", vec![SCENARIO; 999].join("\n"), SCENARIO.replace("\"a\"", "\"last\""));
    let mut busy = server.connect();
    let head = format!(
        "POST /api/v1/estimate/batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\nContent-Length: {}\r\n\r\n",
        batch.len()
    );
    busy.write_all(head.as_bytes()).unwrap();
    busy.write_all(batch.as_bytes()).unwrap();
    // It has begun once its head is here.
    let mut answer = vec![0; 12];
    busy.read_exact(&mut answer).unwrap();
    assert_eq!(answer, b"HTTP/1.1 200");
    let mut idle = server.connect();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
    idle.read_exact(&mut [0; 12]).unwrap();

    server.signal();
    let start = Instant::now();
    // It says that it leaves while it still answers.
    let ready = loop {
        let ready = server.get("/readyz", &[]);
        if !ready.starts_with("HTTP/1.1 200") || start.elapsed() > Duration::from_secs(4) {
            break ready;
        }
    };
    assert!(ready.starts_with("HTTP/1.1 503") && ready.contains("\"overloaded\""), "{ready}");
    assert!(server.get("/healthz", &[]).starts_with("HTTP/1.1 200"));

    busy.read_to_end(&mut answer).unwrap();
    let text = String::from_utf8(answer).unwrap();
    assert!(text.matches("\"id\":\"a\"").count() >= 999 && text.contains("\"id\":\"last\""), "nothing is missing");
    assert!(text.ends_with("0\r\n\r\n"), "the answer is whole");
    let log = server.wait();
    assert!(log.contains("no longer ready") && log.contains("stopped"), "{log}");
    idle.read_to_end(&mut Vec::new()).unwrap();
}

#[test]
fn metrics_have_a_port_of_their_own_and_name_no_plan() {
    let server = Server::start(&[("RIGWISE_METRICS_ADDR", "127.0.0.1:0")]);
    let created = server.post("/api/v1/plans", &[], &format!(r#"{{"scenario":{SCENARIO}}}"#));
    let id = created.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap();
    server.get(&format!("/api/v1/plans/{id}"), &[]);
    server.get("/api/v1/estimate?v=1&gpu=rtx-4090&model=resnet50", &[]);
    let metrics = server.metrics();
    assert!(metrics.starts_with("HTTP/1.1 200"), "{metrics}");
    for part in [
        r#"rigwise_http_requests_total{method="GET",route="/api/v1/plans/{id}",status="2xx"} 1"#,
        r#"rigwise_http_request_duration_seconds_count{method="GET",route="/api/v1/estimate"} 1"#,
        r#"rigwise_engine_seconds_count{lane="short"} 1"#,
        "rigwise_engine_queue_length 0",
        "rigwise_connections ",
        "rigwise_build_info{",
    ] {
        assert!(metrics.contains(part), "{part} in {metrics}");
    }
    assert!(!metrics.contains(id) && !metrics.contains("rtx-4090"));
    assert!(server.get("/metrics", &[]).starts_with("HTTP/1.1 404"), "the public port has none");
    server.stop();
}

/// What is not HTTP is answered by the library that reads it: a status without a body.
#[test]
fn requests_that_are_no_http_are_refused() {
    let server = Server::start(&[]);
    let long = "x".repeat(80 << 10);
    for (request, status) in [
        ("nonsense\r\n\r\n".to_owned(), "400"),
        ("GET / HTTP/3.0\r\n\r\n".to_owned(), "400"),
        ("GET /\u{0} HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(), "400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nBad Header: 1\r\n\r\n".to_owned(), "400"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n".to_owned(), "400"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n".to_owned(), "400"),
        (format!("GET / HTTP/1.1\r\nHost: a\r\nX-Long: {long}\r\n\r\n"), "431"),
        (format!("GET / HTTP/1.1\r\nHost: a\r\n{}\r\n", "X-Many: 1\r\n".repeat(200)), "431"),
    ] {
        let answer = server.exchange(request.as_bytes());
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer:?} to {request:.60?}");
    }
    // These are, if odd, and have no answer of ours but one.
    for (request, status) in [
        ("OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "204"),
        ("GET http://elsewhere.example/healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "200"),
        ("GET /api/v1/plans/%ff HTTP/1.0\r\n\r\n", "404"),
    ] {
        let answer = server.exchange(request.as_bytes());
        assert!(answer[9..].starts_with(status), "{answer:?} to {request:?}");
    }
    server.stop();
}

/// A client that is still sending must be able to read why nobody listens any more.
#[test]
fn an_answer_reaches_a_client_that_is_still_sending() {
    let server = Server::start(&[]);
    for _ in 0..5 {
        let mut stream = server.connect();
        let length = 8 << 20;
        let head = format!(
            "POST /api/v1/estimate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut sender = stream.try_clone().unwrap();
        let sending = std::thread::spawn(move || {
            for _ in 0..length >> 13 {
                if sender.write_all(&[b' '; 1 << 13]).is_err() {
                    break;
                }
            }
        });
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("body-too-large"), "{answer}");
        sending.join().unwrap();
    }
    server.stop();
}

#[test]
fn too_many_connections_are_told_so_and_slow_ones_do_no_harm() {
    let server = Server::start(&[("RIGWISE_MAX_CONNECTIONS", "50"), ("RIGWISE_MAX_CONNECTIONS_PER_CLIENT", "100")]);
    let mut slow: Vec<TcpStream> = (0..40).map(|_| server.connect()).collect();
    for (index, stream) in slow.iter_mut().enumerate() {
        let head =
            "POST /api/v1/estimate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{";
        stream.write_all(&head.as_bytes()[..if index % 2 == 0 { 20 } else { head.len() }]).unwrap();
    }
    for _ in 0..50 {
        assert!(server.get("/healthz", &[]).starts_with("HTTP/1.1 200"));
        assert!(server.post("/api/v1/estimate", &[], SCENARIO).starts_with("HTTP/1.1 200"));
    }
    // In two rounds: requests that were answered may give their places back while the first comes, and the second takes those.
    let more: Vec<Vec<TcpStream>> = (0..2)
        .map(|_| {
            let round = (0..30).map(|_| server.connect()).collect();
            std::thread::sleep(Duration::from_millis(200));
            round
        })
        .collect();
    let answer = server.get("/healthz", &[]);
    assert!(
        answer.starts_with("HTTP/1.1 503") && answer.contains("\"overloaded\"") && answer.contains("retry-after"),
        "{answer}"
    );
    drop((slow, more));
    let start = Instant::now();
    while !server.get("/healthz", &[]).starts_with("HTTP/1.1 200") {
        assert!(start.elapsed() < Duration::from_secs(10), "connections that are gone make room");
        std::thread::sleep(Duration::from_millis(50));
    }
    server.stop();
}
