// Wakes the planner once the answer that came with the page is painted: until then the line is the page's alone.
requestAnimationFrame(() =>
  setTimeout(async () => {
    const module = fetch('/pkg/rigwise.wasm');
    const { default: init } = await import('/pkg/rigwise.js');
    await init({ module_or_path: module });
  }),
);
