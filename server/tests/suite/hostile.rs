//! What no browser sends: bytes that break HTTP's rules, or stop in the middle. Each gets the right status or a clean end,
//! never a fault of the server, which lives on.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SCENARIO: &str = r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"},"training":{"micro_batch_size":16}}"#;
/// The longest that any answer here may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server on a port of its own; ended with the test.
struct Site {
    child: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Site {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let child = Command::new(env!("CARGO_BIN_EXE_rigwise"))
            .current_dir(folder.path())
            .env("RIGWISE_ADDR", format!("127.0.0.1:{port}"))
            .env_remove("DATABASE_URL")
            .env("RUST_LOG", "warn")
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let site = Self { child, port, _folder: folder };
        let begin = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            assert!(begin.elapsed() < PATIENCE, "the server does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        site
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes and reads to the end; where nothing comes for a while, says that no more will be sent.
    fn exchange(&self, bytes: &[u8], patience: Duration) -> String {
        let mut stream = self.connect();
        // The server may hang up before it has read all of it.
        let _ = stream.write_all(bytes);
        stream.set_read_timeout(Some(patience)).unwrap();
        let mut answer = Vec::new();
        if stream.read_to_end(&mut answer).is_err() {
            let _ = stream.shutdown(Shutdown::Write);
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            let _ = stream.read_to_end(&mut answer);
        }
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn lives(&self) -> bool {
        self.exchange(&get("/healthz"), PATIENCE).starts_with("HTTP/1.1 200")
    }
}

/// The status codes of all answers in what came back.
fn statuses(answer: &str) -> Vec<u16> {
    let lines = answer.split("HTTP/1.").skip(1);
    lines.filter_map(|rest| rest.split(' ').nth(1)?.get(..3)?.parse().ok()).collect()
}

fn get(target: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").into_bytes()
}

fn post(headers: &str, body: &str) -> Vec<u8> {
    format!(
        "POST /api/v1/estimate HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n{headers}\r\n{body}"
    )
    .into_bytes()
}

/// What is sent, and the statuses that are right; none at all is a connection that is closed without a word.
fn table() -> Vec<(&'static str, Vec<u8>, &'static [u16])> {
    let length = SCENARIO.len();
    let whole = format!("Content-Length: {length}\r\n");
    vec![
        ("nothing", Vec::new(), &[]),
        ("line ends", b"\r\n\r\n\r\n\r\n".to_vec(), &[]),
        ("noise", (0..=255).cycle().take(4096).collect(), &[400]),
        ("a greeting of TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(20), &[400]),
        ("HTTP/2 without having asked", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0".to_vec(), &[400, 505]),
        ("HTTP/0.9", b"GET /\r\n".to_vec(), &[400]),
        ("HTTP/3.7", b"GET / HTTP/3.7\r\nHost: a\r\n\r\n".to_vec(), &[400, 505]),
        ("HTTP/1.0", b"GET /healthz HTTP/1.0\r\n\r\n".to_vec(), &[200]),
        ("no host", b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n".to_vec(), &[200, 400]),
        ("two hosts", b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n".to_vec(), &[200, 400]),
        ("a host that is none", b"GET / HTTP/1.1\r\nHost: a'; rm -rf\r\nConnection: close\r\n\r\n".to_vec(), &[200, 400]),
        (
            "a method nobody knows",
            b"BREW /api/v1/estimate HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".to_vec(),
            &[405, 400],
        ),
        (
            "a method of 10,000 letters",
            [&b"A".repeat(10_000)[..], b" / HTTP/1.1\r\nHost: a\r\n\r\n"].concat(),
            &[400, 404, 405, 414, 431],
        ),
        ("a byte 0 in the path", b"GET /api/v1/\0 HTTP/1.1\r\nHost: a\r\n\r\n".to_vec(), &[400]),
        ("a line end in the path", get("/p/%0d%0aX-Evil:%201"), &[404]),
        ("bytes that are no UTF-8", get("/api/v1/plans/%ff%fe"), &[400, 404]),
        ("an escape that is cut off", get("/api/v1/plans/%f"), &[400, 404]),
        ("a query that is no UTF-8", get("/api/v1/estimate?model=%ff&gpu=%00&%=%"), &[422]),
        ("a page with such a query", get("/plan?model=%ff&gpu=%00&%=%"), &[200, 404, 422]),
        ("steps up", get("/assets/../../../etc/passwd"), &[400, 404]),
        ("encoded steps up", get("/pkg/%2e%2e/%2e%2e/etc/passwd"), &[400, 404]),
        ("a path of 60 kB", get(&format!("/{}", "a".repeat(60_000))), &[404, 414, 431]),
        ("a path of 100 kB", get(&format!("/{}", "a".repeat(100_000))), &[414, 431, 400]),
        ("a whole URL as the path", get("http://elsewhere.example/healthz"), &[200, 400, 404]),
        ("a URL of another kind", get("gopher://elsewhere.example/"), &[200, 400, 404]),
        (
            "a star as the path",
            b"OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".to_vec(),
            &[200, 204, 400, 404, 405],
        ),
        (
            "a tunnel",
            b"CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".to_vec(),
            &[400, 404, 405],
        ),
        ("a header without a colon", b"GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n".to_vec(), &[400]),
        ("a header with a space in its name", b"GET / HTTP/1.1\r\nHost: a\r\nA b: c\r\n\r\n".to_vec(), &[400]),
        ("a header on two lines", b"GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n".to_vec(), &[400]),
        ("a header with a byte 0", b"GET / HTTP/1.1\r\nHost: a\r\nA: \0\r\n\r\n".to_vec(), &[400]),
        ("a header of 1 MB", [b"GET / HTTP/1.1\r\nHost: a\r\nA: ", &b"a".repeat(1 << 20)[..], b"\r\n\r\n"].concat(), &[431, 400]),
        ("a thousand headers", [b"GET / HTTP/1.1\r\nHost: a\r\n", &b"A: b\r\n".repeat(1000)[..], b"\r\n"].concat(), &[431, 400]),
        ("two lengths", post(&format!("{whole}Content-Length: 1\r\n"), SCENARIO), &[400]),
        ("a length of -1", post("Content-Length: -1\r\n", SCENARIO), &[400]),
        ("a length that no number holds", post("Content-Length: 99999999999999999999999\r\n", SCENARIO), &[400, 413]),
        ("a length of a terabyte", post("Content-Length: 1099511627776\r\n", SCENARIO), &[413]),
        ("a length and chunks", post(&format!("{whole}Transfer-Encoding: chunked\r\n"), "0\r\n\r\n"), &[400]),
        ("a coding nobody knows", post("Transfer-Encoding: gzip, identity\r\n", SCENARIO), &[400, 501]),
        ("a chunk of nonsense", post("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"), &[400]),
        ("a chunk of 2^64 bytes", post("Transfer-Encoding: chunked\r\n", "FFFFFFFFFFFFFFFFF\r\n{}"), &[400, 413]),
        ("a chunk that is cut off", post("Transfer-Encoding: chunked\r\n", "ff\r\n{\"hard"), &[400]),
        ("a body that is cut off", post("Content-Length: 500\r\n", SCENARIO), &[400]),
        ("a body without a length", post("", SCENARIO), &[400, 411, 422]),
        ("a body of the wrong coding", post(&format!("{whole}Content-Encoding: gzip\r\n"), SCENARIO), &[415]),
        ("expectations of the impossible", post(&format!("{whole}Expect: a miracle\r\n"), SCENARIO), &[200, 417]),
        (
            "another protocol, please",
            post(&format!("{whole}Upgrade: h2c, websocket\r\nConnection: upgrade\r\n"), SCENARIO),
            &[200],
        ),
        ("a right question", post(&whole, SCENARIO), &[200]),
    ]
}

#[test]
fn nonsense_is_refused_and_the_server_lives_on() {
    let site = Site::start();
    let mut wrong = Vec::new();
    for (what, bytes, expected) in table() {
        // Some of these end in the middle, and wait for what never comes.
        let patience = if expected.contains(&200) { PATIENCE } else { PATIENCE / 20 };
        let answer = site.exchange(&bytes, patience);
        let statuses = statuses(&answer);
        let is_right = match statuses.as_slice() {
            // Hyper closes without a word where a head is not even the beginning of one.
            [] => !expected.contains(&200),
            [first, rest @ ..] => expected.contains(first) && rest.iter().all(|status| *status == 400),
        };
        if !is_right || answer.contains("root:") || answer.contains("x-evil") {
            wrong.push(format!("{what}: {statuses:?} rather than {expected:?}: {}", answer.lines().next().unwrap_or_default()));
        }
        assert!(site.lives(), "after {what}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Answers come in the order of the questions, also of those that were all sent at once.
#[test]
fn questions_may_come_at_once() {
    let site = Site::start();
    let mut bytes = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(50);
    bytes.extend(get("/api/v1/nothing"));
    let statuses = statuses(&site.exchange(&bytes, PATIENCE));
    assert_eq!(statuses.len(), 51, "{statuses:?}");
    assert!(statuses[..50].iter().all(|status| *status == 200));
    assert_eq!(statuses[50], 404);
}

/// Who announces a body is told to send it, unless it would be refused anyway.
#[test]
fn a_body_may_wait_for_permission() {
    let site = Site::start();
    let mut stream = site.connect();
    let head = post(&format!("Content-Length: {}\r\nExpect: 100-continue\r\n", SCENARIO.len()), "");
    stream.write_all(&head).unwrap();
    let mut piece = [0; 64];
    let read = stream.read(&mut piece).unwrap();
    assert!(String::from_utf8_lossy(&piece[..read]).starts_with("HTTP/1.1 100"), "{piece:?}");
    stream.write_all(SCENARIO.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert_eq!(statuses(&answer), [200]);

    let mut stream = site.connect();
    stream.write_all(&post("Content-Length: 1099511627776\r\nExpect: 100-continue\r\n", "")).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert_eq!(statuses(&String::from_utf8_lossy(&answer)), [413]);
}

/// Clients that stop in the middle keep nobody else waiting.
#[test]
fn clients_that_stall_hold_up_nobody() {
    let site = Site::start();
    let beginnings: [&[u8]; 4] = [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: ",
        b"POST /api/v1/estimate HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{",
    ];
    let stalled: Vec<TcpStream> = beginnings
        .iter()
        .cycle()
        .take(100)
        .map(|beginning| {
            let mut stream = site.connect();
            stream.write_all(beginning).unwrap();
            stream
        })
        .collect();
    for _ in 0..20 {
        assert!(site.lives());
    }
    drop(stalled);
}
