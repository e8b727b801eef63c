//! The planner with the engine for models of text, as the browser loads it.

use app as _;
