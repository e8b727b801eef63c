//! One client that asks for too much, and the others, who do not notice.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::process::{SCENARIO, Server, ask};

/// The longest search there is: of the whole catalog, for a model that trains for long on all of it.
const SEARCH: &str = r#"{"model":{"id":"sdxl"}}"#;
/// What a page or a save may take on a machine that is busy with other tests, in a build that is not optimized.
const GENEROUS: Duration = Duration::from_secs(20);

const JSON: &str = "Content-Type: application/json";
const FORM: &str = "Content-Type: application/x-www-form-urlencoded";

/// Four clients send searches, six at once each, for as long as another one reads and saves.
#[cfg(target_os = "linux")]
#[test]
fn a_flood_of_searches_keeps_nobody_from_pages_and_saves() {
    let server = Server::start(&[("RIGWISE_WRITES_PER_MINUTE", "0")]);
    let created = server.post("/api/v1/plans", &[], &format!(r#"{{"scenario":{SCENARIO}}}"#));
    let id = created.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let (stop, search) = (AtomicBool::new(false), server.request("POST", "/api/v1/recommend", &[JSON], SEARCH));
    let answers = std::thread::scope(|scope| {
        let flood: Vec<_> = (0..24)
            .map(|number| {
                let (server, stop, search) = (&server, &stop, &search);
                scope.spawn(move || {
                    let mut answers = Vec::new();
                    while !stop.load(Ordering::Relaxed) {
                        let stream = server.connect_from([127, 0, 0, 2 + number % 4]);
                        answers.push(ask(stream, search.as_bytes()));
                        std::thread::sleep(Duration::from_millis(20));
                    }
                    answers
                })
            })
            .collect();
        std::thread::sleep(Duration::from_secs(1));
        for _ in 0..5 {
            for (method, path, body, expected) in [
                ("GET", "/", "", "200"),
                ("GET", &*format!("/p/{id}"), "", "200"),
                ("GET", "/plan?model=resnet50&gpu=rtx-4090", "", "200"),
                ("POST", "/plan/save", "model=resnet50&gpu=rtx-4090&batch=16", "303"),
                ("GET", &format!("/api/v1/plans/{id}"), "", "200"),
                ("GET", "/readyz", "", "200"),
            ] {
                let begin = Instant::now();
                let answer = server.send(method, path, &[FORM], body);
                assert!(answer[9..].starts_with(expected), "{path}: {answer:.300}");
                assert!(begin.elapsed() < GENEROUS, "{path} took {:?}", begin.elapsed());
            }
        }
        stop.store(true, Ordering::Relaxed);
        flood.into_iter().flat_map(|client| client.join().unwrap()).collect::<Vec<_>>()
    });
    // A client that floods is told that the fault is its own, and when to retry; where four flood, also that there are others.
    let refused: Vec<_> = answers.iter().filter(|answer| !answer.starts_with("HTTP/1.1 200")).collect();
    assert!(refused.iter().any(|answer| answer.starts_with("HTTP/1.1 429")));
    for answer in refused {
        assert!(answer.starts_with("HTTP/1.1 429") || answer.starts_with("HTTP/1.1 503"), "{answer:.300}");
        assert!(answer.contains("\r\nretry-after: "), "{answer:.300}");
    }
    server.stop();
}

/// Opens connections from an address until one is told that there are too many; each is asked something, so that it counts.
#[cfg(target_os = "linux")]
fn fill(server: &Server, source: [u8; 4]) -> (Vec<TcpStream>, String) {
    let mut open = Vec::new();
    while open.len() < 200 {
        let mut stream = server.connect_from(source);
        // The answer is as long for every connection but the last.
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        if &head != b"HTTP/1.1 200" {
            let mut rest = String::new();
            stream.read_to_string(&mut rest).unwrap();
            return (open, String::from_utf8_lossy(&head).into_owned() + &rest);
        }
        open.push(stream);
    }
    panic!("one address has {} connections", open.len());
}

#[cfg(target_os = "linux")]
#[test]
fn one_address_cannot_take_every_connection() {
    for (settings, most) in [
        (&[("RIGWISE_MAX_CONNECTIONS", "100")][..], 25),
        (&[("RIGWISE_MAX_CONNECTIONS", "100"), ("RIGWISE_MAX_CONNECTIONS_PER_CLIENT", "40")], 40),
    ] {
        let server = Server::start(settings);
        let (open, refusal) = fill(&server, [127, 0, 0, 2]);
        assert_eq!(open.len(), most);
        assert!(refusal.starts_with("HTTP/1.1 429") && refusal.contains("\"too-many-requests\""), "{refusal}");
        assert!(refusal.contains("retry-after"), "{refusal}");
        // Another address has its own limit, and a client that closes some may open some.
        assert!(server.get("/healthz", &[]).starts_with("HTTP/1.1 200"));
        drop(open);
        let start = Instant::now();
        let again = || ask(server.connect_from([127, 0, 0, 2]), server.request("GET", "/healthz", &[], "").as_bytes());
        while !again().starts_with("HTTP/1.1 200") {
            assert!(start.elapsed() < Duration::from_secs(10), "connections that are gone make room");
            std::thread::sleep(Duration::from_millis(50));
        }
        server.stop();
    }
}

/// Behind a proxy all connections are the proxy's; whose requests are under way in them is what counts.
#[test]
fn behind_a_proxy_one_client_cannot_occupy_every_connection() {
    let server = Server::start(&[("RIGWISE_TRUST_PROXY", "true"), ("RIGWISE_MAX_CONNECTIONS_PER_CLIENT", "3")]);
    let head = |client: &str| {
        format!(
            "POST /api/v1/estimate HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {client}\r\n{JSON}\r\nContent-Length: 1000\r\n\
             Expect: 100-continue\r\n\r\n"
        )
    };
    let slow: Vec<TcpStream> = (0..3)
        .map(|number| {
            let mut stream = server.connect();
            // One customer of IPv6 has many addresses.
            stream.write_all(head(&format!("2001:db8:0:1::{number}")).as_bytes()).unwrap();
            // The server asks for the body once the request is under way, so all three are before anything else is asked.
            let mut go_on = [0; 12];
            stream.read_exact(&mut go_on).unwrap();
            assert_eq!(&go_on, b"HTTP/1.1 100");
            stream.write_all(b"{").unwrap();
            stream
        })
        .collect();
    let health = |client: &str| server.get("/healthz", &[&format!("X-Forwarded-For: {client}")]);
    let refusal = health("2001:db8:0:1::ffff");
    assert!(refusal.starts_with("HTTP/1.1 429") && refusal.contains("\r\nretry-after: "), "{refusal}");
    assert!(health("2001:db8:0:2::1").starts_with("HTTP/1.1 200"));
    assert!(health("192.0.2.1").starts_with("HTTP/1.1 200"));
    drop(slow);
    server.stop();
}
