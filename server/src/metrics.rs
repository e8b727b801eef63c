//! What Prometheus reads: counts and durations by the template of a path, never by an id, a query or a client.
//!
//! Nothing is counted before [`start`], so that a server without a port for metrics does not pay for them.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use ::metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use axum::http::{Method, StatusCode};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// Upper bounds of the histograms' buckets, in seconds: from an answer out of memory to the longest request.
const BUCKETS: [f64; 13] = [0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0, 30.0];

static COUNTING: AtomicBool = AtomicBool::new(false);
static IN_FLIGHT: AtomicI64 = AtomicI64::new(0);
static CONNECTIONS: AtomicI64 = AtomicI64::new(0);

/// One more of something for as long as this lives.
#[derive(Debug)]
pub struct Held(&'static AtomicI64);

impl Held {
    fn one(of: &'static AtomicI64) -> Self {
        of.fetch_add(1, Ordering::Relaxed);
        Self(of)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts a request until its answer's head is ready.
#[must_use]
pub fn in_flight() -> Held {
    Held::one(&IN_FLIGHT)
}

/// Counts a connection until it is closed.
#[must_use]
pub fn connection() -> Held {
    Held::one(&CONNECTIONS)
}

/// Begins to count, and gives what the port for metrics reads from.
///
/// # Errors
/// Where this process has begun before.
pub fn start() -> Result<PrometheusHandle, BuildError> {
    let handle = PrometheusBuilder::new().set_buckets(&BUCKETS)?.install_recorder()?;
    describe_counter!("rigwise_http_requests_total", "Requests answered, by method, template of the path and class of status.");
    describe_histogram!("rigwise_http_request_duration_seconds", "Time until an answer's head was ready.");
    describe_gauge!("rigwise_http_requests_in_flight", "Requests being answered.");
    describe_gauge!("rigwise_connections", "Open connections.");
    describe_histogram!(
        "rigwise_engine_seconds",
        "Processor time of computations, by lane: short (estimates), pages or searches."
    );
    describe_gauge!("rigwise_engine_queue_length", "Requests that wait for a core.");
    describe_counter!("rigwise_shed_total", "Requests or connections turned away under load, by what was full.");
    describe_counter!("rigwise_rate_limited_total", "Requests over a client's share, by policy.");
    describe_histogram!("rigwise_store_seconds", "Time of the plans' database, by operation.");
    describe_counter!("rigwise_store_failures_total", "Times that the plans' database could not serve, by reason.");
    describe_gauge!("rigwise_build_info", "The running version; always 1.");
    COUNTING.store(true, Ordering::Relaxed);
    gauge!("rigwise_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    Ok(handle)
}

/// All metrics as text, with gauges that are read only now.
#[must_use]
pub fn render(handle: &PrometheusHandle, waiting: usize) -> String {
    gauge!("rigwise_http_requests_in_flight").set(IN_FLIGHT.load(Ordering::Relaxed) as f64);
    gauge!("rigwise_connections").set(CONNECTIONS.load(Ordering::Relaxed) as f64);
    gauge!("rigwise_engine_queue_length").set(waiting as f64);
    handle.run_upkeep();
    handle.render()
}

fn is_counting() -> bool {
    COUNTING.load(Ordering::Relaxed)
}

/// Counts an answered request; the route is the template of its path.
pub fn count_request(method: &Method, route: &str, status: StatusCode, duration: Duration) {
    if is_counting() {
        let (method, route) = (method_name(method), route.to_owned());
        let class = ["1xx", "2xx", "3xx", "4xx", "5xx"][usize::from(status.as_u16() / 100).clamp(1, 5) - 1];
        counter!("rigwise_http_requests_total", "method" => method, "route" => route.clone(), "status" => class).increment(1);
        histogram!("rigwise_http_request_duration_seconds", "method" => method, "route" => route).record(duration);
    }
}

/// A method's name; uncommon methods share one, since clients can invent any number.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}

/// Takes in that the engine ran for so long.
pub fn record_computation(lane: &'static str, duration: Duration) {
    if is_counting() {
        histogram!("rigwise_engine_seconds", "lane" => lane).record(duration);
    }
}

/// Counts a request or connection that was shed because `what` was full.
pub fn count_shed(what: &'static str) {
    if is_counting() {
        counter!("rigwise_shed_total", "full" => what).increment(1);
    }
}

/// Counts a request beyond its client's share.
pub fn count_rate_limited(policy: &'static str) {
    if is_counting() {
        counter!("rigwise_rate_limited_total", "policy" => policy).increment(1);
    }
}

/// Takes in that the database was asked, and for how long.
pub fn record_store(operation: &'static str, duration: Duration) {
    if is_counting() {
        histogram!("rigwise_store_seconds", "operation" => operation).record(duration);
    }
}

/// Counts that the database could not serve.
pub fn count_store_failure(reason: &'static str) {
    if is_counting() {
        counter!("rigwise_store_failures_total", "reason" => reason).increment(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_name_templates_and_classes() {
        let handle = start().unwrap();
        count_request(&Method::GET, "/api/v1/plans/{id}", StatusCode::NOT_FOUND, Duration::from_millis(2));
        count_request(&Method::from_bytes(b"INVENTED").unwrap(), "none", StatusCode::OK, Duration::from_millis(2));
        record_computation("short", Duration::from_micros(300));
        count_shed("long");
        count_rate_limited("compute");
        count_store_failure("full");
        record_store("create", Duration::from_millis(3));
        let text = render(&handle, 7);
        for part in [
            r#"rigwise_http_requests_total{method="GET",route="/api/v1/plans/{id}",status="4xx"} 1"#,
            r#"method="other""#,
            r#"rigwise_http_request_duration_seconds_bucket{method="GET",route="/api/v1/plans/{id}",le="0.0025"} 1"#,
            r#"rigwise_engine_seconds_count{lane="short"} 1"#,
            "rigwise_engine_queue_length 7",
            r#"rigwise_shed_total{full="long"} 1"#,
            r#"rigwise_rate_limited_total{policy="compute"} 1"#,
            r#"rigwise_store_seconds_count{operation="create"} 1"#,
            r#"rigwise_store_failures_total{reason="full"} 1"#,
            "rigwise_build_info{version=",
            "# HELP rigwise_connections",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
