//! The protocol's view of the tools: what the server is, which tools it has, and who answers a call.

use std::borrow::Cow;

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult, ErrorCode, ErrorData, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;

use super::{calls, tools};
use crate::services::compute::Share;

/// How to begin, for the model that will use the tools.
const INSTRUCTIONS: &str = "Rigwise works out what hardware a training run needs, and what it takes to run a model (`task`: `inference`, with `serving`). \
    Look up ids with search_catalog, then ask estimate about a known machine, recommend for what to buy or how to run, compare for two to six machines. \
    Leave out what is not known: every default is returned in `inputs`. Amounts ending in `_bytes` are bytes, times are seconds, shares are 0 to 1. \
    `fits: false` is an answer, not an error, and `fits: null` means that nobody knows. A problem names every field at fault with what is allowed.";

/// Methods whose parameters the library could not read, so that it takes them for another protocol's.
const OWN_METHODS: [&str; 3] = ["initialize", "tools/call", "tools/list"];

/// The tools over what handlers share.
#[derive(Debug, Clone)]
pub struct Tools {
    share: Share,
}

impl Tools {
    /// The tools, computing on a client's account.
    pub const fn new(share: Share) -> Self {
        Self { share }
    }
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let implementation = Implementation::new("rigwise", env!("CARGO_PKG_VERSION")).with_title("Rigwise");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(implementation)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all().to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(call) = calls::Call::from_name(&request.name) else {
            let names = tools::all().iter().map(|tool| tool.name.as_ref()).collect::<Vec<_>>().join(", ");
            let message = format!("there is no tool `{}`; there are {names}", shorten(&request.name));
            return Err(ErrorData::invalid_params(message, None));
        };
        let arguments = request.arguments.unwrap_or_default();
        let answered = tokio::select! {
            answered = call.answer(&self.share, arguments) => answered,
            // Its client has left: the core is for others.
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("the call was cancelled", None)),
        };
        Ok(answered.map_or_else(|error| problem(&error.problem()), CallToolResult::structured).into())
    }

    async fn on_custom_request(&self, request: CustomRequest, _: RequestContext<RoleServer>) -> Result<CustomResult, ErrorData> {
        if OWN_METHODS.contains(&request.method.as_str()) {
            let message = format!("the parameters of {} are not those of the protocol", request.method);
            return Err(ErrorData::invalid_params(message, None));
        }
        let message = format!("there is no method `{}`", shorten(&request.method));
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None))
    }
}

/// The problem that the API would have answered, where a model reads it.
fn problem(problem: &wire::v1::Problem) -> CallToolResult {
    CallToolResult::structured_error(serde_json::to_value(problem).unwrap_or(Value::Null))
}

/// As much of what a client wrote as is repeated to it.
fn shorten(text: &str) -> Cow<'_, str> {
    const LENGTH: usize = 64;
    text.char_indices().nth(LENGTH).map_or(Cow::Borrowed(text), |(end, _)| format!("{}…", &text[..end]).into())
}
