//! Who is asking, as far as the server can tell: the other end of the connection, or what a trusted proxy says.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap, header};

/// Characters of the longest name of a host (RFC 1035, section 2.3.4) and a port.
const LONGEST_HOST: usize = 253 + 6;

/// Where a site without a name of its own is.
const LOCAL: &str = "http://127.0.0.1:3000";

/// The address that a request counts for.
#[must_use]
pub fn address(headers: &HeaderMap, extensions: &Extensions, trust_proxy: bool) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
    client_of(if trust_proxy { forwarded_for(headers).unwrap_or(peer) } else { peer })
}

/// The client that an address belongs to.
///
/// An IPv6 customer has at least a /64 of its own, so that is what counts as one client.
#[must_use]
pub fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// The last entry of `X-Forwarded-For`: the one that the proxy in front wrote itself; those before it are hearsay.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    address_in(last(headers, "x-forwarded-for")?)
}

/// The address in what proxies write: bare, or with the port that the client came from.
fn address_in(text: &str) -> Option<IpAddr> {
    let bare = |text: &str| text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text).parse().ok();
    bare(text).or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The last entry of a header's last line, which is the nearest proxy's.
fn last<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get_all(name).iter().next_back()?.to_str().ok()?.rsplit(',').next().map(str::trim)
}

/// Scheme and host under which the client sees the site, without a slash at the end.
#[must_use]
pub fn origin(headers: &HeaderMap, trust_proxy: bool) -> Option<String> {
    let forwarded = |name| trust_proxy.then(|| last(headers, name)).flatten();
    let host = forwarded("x-forwarded-host").or_else(|| headers.get(header::HOST)?.to_str().ok())?;
    let scheme = forwarded("x-forwarded-proto").filter(|scheme| *scheme == "https").unwrap_or("http");
    let is_host = (1..=LONGEST_HOST).contains(&host.len())
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte));
    is_host.then(|| format!("{scheme}://{host}"))
}

/// [`origin`], or where a site without a name of its own is.
#[must_use]
pub fn origin_or_local(headers: &HeaderMap, trust_proxy: bool) -> String {
    origin(headers, trust_proxy).unwrap_or_else(|| LOCAL.to_owned())
}

/// Whether a form was sent by a page of this site.
///
/// Browsers say so in `Sec-Fetch-Site`, older ones by `Origin`; a client that sends neither is no browser, and so
/// carries nobody's cookies against their will.
#[must_use]
pub fn is_same_site(headers: &HeaderMap, trust_proxy: bool) -> bool {
    let text = |name| headers.get(name).map(|value: &header::HeaderValue| value.to_str().unwrap_or_default());
    match (text("sec-fetch-site"), text("origin")) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(sender)) => origin(headers, trust_proxy).is_some_and(|own| host_of(&own) == host_of(sender)),
        (None, None) => true,
    }
}

fn host_of(origin: &str) -> Option<&str> {
    origin.split_once("://").map(|(_, host)| host)
}

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use axum::http::request::Parts;

    use super::*;

    fn parts(peer: &str, headers: &[(&'static str, &str)]) -> Parts {
        let mut request = Request::new(());
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 4000)));
        for (name, value) in headers {
            request.headers_mut().append(*name, value.parse().unwrap());
        }
        request.into_parts().0
    }

    fn address_of(parts: &Parts, trust_proxy: bool) -> IpAddr {
        address(&parts.headers, &parts.extensions, trust_proxy)
    }

    #[test]
    fn only_a_trusted_proxy_says_who_the_client_is() {
        let parts = parts("10.0.0.1", &[("x-forwarded-for", "1.1.1.1, 203.0.113.9")]);
        assert_eq!(address_of(&parts, false).to_string(), "10.0.0.1");
        assert_eq!(address_of(&parts, true).to_string(), "203.0.113.9");
    }

    #[test]
    fn a_port_in_what_the_proxy_says_is_none_of_the_clients_name() {
        for (said, expected) in [
            ("203.0.113.9:51234", "203.0.113.9"),
            ("1.1.1.1, 203.0.113.9:51234", "203.0.113.9"),
            ("[2001:db8:1:2:3:4:5:6]:443", "2001:db8:1:2::"),
            ("[2001:db8:1:2:3:4:5:6]", "2001:db8:1:2::"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("unknown", "10.0.0.1"),
        ] {
            assert_eq!(address_of(&parts("10.0.0.1", &[("x-forwarded-for", said)]), true).to_string(), expected, "{said}");
        }
    }

    #[test]
    fn one_customer_is_one_client() {
        assert_eq!(address_of(&parts("2001:db8:1:2:3:4:5:6", &[]), false).to_string(), "2001:db8:1:2::");
        assert_eq!(address_of(&parts("::ffff:192.0.2.1", &[]), false).to_string(), "192.0.2.1");
    }

    #[test]
    fn a_form_of_another_site_is_told_apart() {
        for (headers, expected) in [
            (&[("host", "rigwise.example"), ("sec-fetch-site", "same-origin")][..], true),
            (&[("host", "rigwise.example"), ("sec-fetch-site", "none")], true),
            (&[("host", "rigwise.example"), ("sec-fetch-site", "cross-site")], false),
            (&[("host", "rigwise.example"), ("sec-fetch-site", "same-site")], false),
            (&[("host", "rigwise.example"), ("origin", "http://rigwise.example")], true),
            (&[("host", "rigwise.example"), ("origin", "https://evil.example")], false),
            (&[("host", "rigwise.example"), ("origin", "null")], false),
            (&[("host", "rigwise.example")], true),
        ] {
            assert_eq!(is_same_site(&parts("127.0.0.1", headers).headers, false), expected, "{headers:?}");
        }
    }

    #[test]
    fn an_origin_is_only_ever_a_host() {
        let headers =
            parts("127.0.0.1", &[("host", "localhost:3000"), ("x-forwarded-host", "a.example"), ("x-forwarded-proto", "https")])
                .headers;
        assert_eq!(origin(&headers, false).as_deref(), Some("http://localhost:3000"));
        assert_eq!(origin(&headers, true).as_deref(), Some("https://a.example"));
        let lines = [("x-forwarded-host", "hearsay.example"), ("x-forwarded-host", "a.example")];
        assert_eq!(origin(&parts("127.0.0.1", &lines).headers, true).as_deref(), Some("http://a.example"));
        assert_eq!(origin(&parts("127.0.0.1", &[("host", &"a".repeat(3000))]).headers, false), None);
        assert_eq!(origin(&parts("127.0.0.1", &[("host", "a'; rm -rf /")]).headers, false), None);
    }
}
