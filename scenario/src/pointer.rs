//! Where things stand in a scenario, as JSON pointers.

/// A traced network.
#[cfg(feature = "json")]
pub const GRAPH: &str = "/model/graph";
/// The model's own configuration.
pub const CONFIG: &str = "/model/config";
/// What the pointers of its keys begin with.
pub const CONFIG_KEYS: &str = "/model/config/";
