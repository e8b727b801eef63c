//! The planner with the engine for models of pictures, sound and films, as the browser loads it.

use app as _;
