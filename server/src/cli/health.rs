//! `rigwise health`: whether the server of this machine is ready, for containers, whose images have no other program to ask with.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// How long connecting, sending and each read may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// As much of the answer as its first line can have.
const STATUS_LINE: usize = 512;

/// Asks `/readyz` of the address that the server listens on.
///
/// # Errors
/// Says in words why the server is not ready.
pub fn check(address: SocketAddr) -> Result<(), String> {
    let address = reachable(address);
    let line = status_line(address).map_err(|error| format!("{address} does not answer: {error}"))?;
    let status = line.split(' ').nth(1).unwrap_or_default();
    if status == "200" { Ok(()) } else { Err(format!("{address} is not ready: it answers {}", line.trim())) }
}

fn status_line(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    // In one piece: a server that answers upon the first line may have closed before a second piece is sent.
    let request = format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nUser-Agent: rigwise-health\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut line = Vec::new();
    let mut buffer = [0; STATUS_LINE];
    while !line.contains(&b'\n') && line.len() < STATUS_LINE {
        match stream.read(&mut buffer)? {
            0 => break,
            read => line.extend_from_slice(&buffer[..read]),
        }
    }
    let text = String::from_utf8_lossy(&line);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// A server that listens everywhere is asked on this machine.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader};
    use std::net::TcpListener;

    use super::*;

    /// A server that answers one request with these bytes.
    fn answering(answer: &'static str) -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = BufReader::new(stream.try_clone().unwrap()).lines();
            assert_eq!(request.next().unwrap().unwrap(), "GET /readyz HTTP/1.1");
            // What is left unread when the stream closes takes the answer with it.
            assert!(request.any(|line| line.unwrap().is_empty()));
            stream.write_all(answer.as_bytes()).unwrap();
        });
        address
    }

    #[test]
    fn ready_or_why_not() {
        let everywhere = SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), answering("HTTP/1.1 200 OK\r\n\r\nready\n").port());
        assert_eq!(check(everywhere), Ok(()));
        let busy = check(answering("HTTP/1.1 503 Service Unavailable\r\n\r\n")).unwrap_err();
        assert!(busy.ends_with("is not ready: it answers HTTP/1.1 503 Service Unavailable"), "{busy}");
        assert!(check(answering("")).is_err() && check(answering("nonsense\n")).is_err());
        let closed = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
        assert!(check(closed).unwrap_err().contains("does not answer"));
    }
}
