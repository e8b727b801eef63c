// Wakes the planner once the answer that came with the page is painted: until then the line is the page's alone.
// Its engine comes in two modules that know half of the networks each. The page names the one that its plan needs, and the
// module that is awake names the other where its reader chooses one of those; it listens until that one is there.
const planner = document.querySelector('.planner');
const modules = {};
const PATIENCE = 15_000;

const load = async (name) => {
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE, new Error(`${name} takes too long`)));
  const files = Promise.all([fetch(`/pkg/rigwise_${name}.wasm`), import(`/pkg/rigwise_${name}.js`)]);
  const [module, { default: init, wake }] = await Promise.race([files, late]);
  await init({ module_or_path: module });
  return wake;
};

const wake = async () => {
  const name = planner.dataset.module;
  if (planner.dataset.awake === name) return;
  try {
    modules[name] ??= load(name);
    const act = await modules[name];
    if (planner.dataset.module !== name || planner.dataset.awake === name) return;
    planner.dataset.awake = name;
    act();
  } catch {
    delete modules[name];
    // Where the other module does not come, the server answers with a page; one that is not live asks it by its form.
    if (planner.dataset.awake && planner.dataset.module === name) ask();
  }
};

const ask = () => {
  const typed = [...new FormData(planner.querySelector('form'))].filter(([, value]) => value.trim());
  const query = planner.dataset.asked ?? new URLSearchParams(typed);
  location.assign(`${location.pathname}?${query}`);
};

new MutationObserver(wake).observe(planner, { attributeFilter: ['data-module'] });
requestAnimationFrame(() => setTimeout(wake));
