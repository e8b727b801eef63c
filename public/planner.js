// Wakes the planner once the answer that came with the page is painted: until then the line is the page's alone.
// Its engine comes in two modules that know half of the networks each. The page names the one that its plan needs, and the
// planner names the other where its reader chooses one of those.
const planner = document.querySelector('.planner');
const modules = {};

const load = async (name) => {
  const files = [fetch(`/pkg/rigwise_${name}.wasm`), import(`/pkg/rigwise_${name}.js`)];
  const [module, { default: init, wake }] = await Promise.all(files);
  await init({ module_or_path: module });
  return wake;
};

const wake = async () => {
  const name = planner.dataset.module;
  modules[name] ??= load(name);
  const act = await modules[name];
  if (planner.dataset.module === name) act();
};

// Where the other module does not come, the server answers with a page.
const ask = () => {
  const { asked } = planner.dataset;
  if (asked === undefined) planner.querySelector('form').submit();
  else location.search = asked;
};

// A page whose module does not come is complete all the same: its form asks the server.
requestAnimationFrame(() => setTimeout(() => wake().catch(() => undefined)));
new MutationObserver(() => wake().catch(ask)).observe(planner, { attributeFilter: ['data-module'] });
