// Wakes the planner: the bundle starts by itself once it is there.
import init from '/pkg/rigwise.js';

init({ module_or_path: '/pkg/rigwise.wasm' });
