// Keeps the reader's list of plans in the browser's own storage, for the start page and the page of plans; hands edit keys
// to the forms of a plan's pages. A plan enters the list when it was just created here, or at the press of a button.
const LIST = 'rigwise.plans';
const ASIDE = 'rigwise.plans.unreadable';
const TAB_KEY = 'rigwise.key.';
const MOST = 500;
const ID = /^[a-z2-7]{26}$/;
const KEY = /^[\w-]{20,200}$/;

/** What of an entry is ours, or nothing where it names no plan. */
function entry(one) {
  if (typeof one !== 'object' || one === null || !ID.test(one.id)) return null;
  const text = (value, most) => (typeof value === 'string' ? value.slice(0, most) : '');
  const kept = { id: one.id, title: text(one.title, 200), date: text(one.date, 10), verdict: text(one.verdict, 300) };
  if (typeof one.key === 'string' && KEY.test(one.key)) kept.key = one.key;
  return kept;
}

/** The entries of a document of ours, each plan once; null where it is none. */
function entries(document) {
  if (!Array.isArray(document?.plans)) return null;
  const plans = new Map();
  for (const one of document.plans.map(entry)) if (one && !plans.has(one.id)) plans.set(one.id, one);
  return [...plans.values()].slice(0, MOST);
}

/** The list, and what is the matter with the storage: `blocked`, `unreadable` or nothing. */
function read() {
  let text;
  try {
    text = localStorage.getItem(LIST);
  } catch {
    return { plans: [], trouble: 'blocked' };
  }
  if (text === null) return { plans: [] };
  try {
    const plans = entries(JSON.parse(text));
    if (plans) return { plans };
  } catch {
    // Told below.
  }
  try {
    localStorage.setItem(ASIDE, text);
    localStorage.removeItem(LIST);
  } catch {
    // Then it stays where it is, and is set aside another time.
  }
  return { plans: [], trouble: 'unreadable' };
}

/** Writes the list; what went wrong, if anything. */
function write(plans) {
  try {
    localStorage.setItem(LIST, JSON.stringify({ v: 1, plans: plans.slice(0, MOST) }));
    return undefined;
  } catch (error) {
    return error?.name === 'SecurityError' ? 'blocked' : 'full';
  }
}

/** Puts a plan first in the list; what is known of its key stays. */
function remember(plan) {
  const { plans, trouble } = read();
  if (trouble === 'blocked') return trouble;
  const before = plans.find((one) => one.id === plan.id);
  return write([{ ...before, ...plan }, ...plans.filter((one) => one.id !== plan.id)]);
}

function tabKey(id, key) {
  try {
    if (key) sessionStorage.setItem(TAB_KEY + id, key);
    return sessionStorage.getItem(TAB_KEY + id) ?? undefined;
  } catch {
    return key;
  }
}

/** The key of an edit link, which then leaves the address bar and the history. */
function keyOfLink() {
  const match = /^#key=([\w-]{20,200})$/.exec(location.hash);
  if (!match) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return match[1];
}

/** The pages of a plan, and the planner that changes one. */
function plan() {
  const data = document.getElementById('plan-data');
  const field = () => document.querySelector('input[data-key]');
  const id = data?.value ?? field()?.dataset.key;
  if (!id || !ID.test(id)) return;
  const created = document.querySelector('[data-created] #edit-key')?.textContent;
  const link = keyOfLink();
  const listed = read().plans.find((one) => one.id === id);
  const key = created ?? tabKey(id, link) ?? listed?.key;
  const fill = () => {
    // Where a cookie holds the key, there is no need to show it.
    for (const box of document.querySelectorAll('input[data-key]:not([data-kept])')) if (!box.value) box.value = key;
  };
  if (key) {
    fill();
    // The planner draws its form anew at the first change of a setting.
    document.addEventListener('focusin', (event) => event.target.closest?.('form.save') && fill());
  }
  if (link) {
    const manage = document.getElementById('manage');
    if (manage) manage.open = true;
  }
  if (!data) return;
  const { title, date, verdict } = data.dataset;
  const now = { id, title, date, verdict, ...(key ? { key } : {}) };
  const button = document.querySelector('[data-remember]');
  const done = document.querySelector('[data-remembered]');
  const show = (isListed) => {
    if (button) button.hidden = isListed;
    if (done) done.hidden = !isListed;
  };
  // A plan in the list follows its newest revision; an older one is only looked at.
  const follows = created || (listed && 'newest' in data.dataset);
  show(follows ? remember(now) === undefined : listed !== undefined);
  button?.addEventListener('click', () => {
    show(remember(now) === undefined);
    if (done && !done.hidden) done.querySelector('a')?.focus();
  });
}

/** A line of the list. */
function line(one, place, words, forget) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/p/${one.id}`;
  link.textContent = one.title || one.id;
  const about = document.createElement('span');
  about.className = 'fine';
  about.textContent = [one.date, one.verdict].filter(Boolean).join(' · ');
  item.append(link, ' ', about);
  if (one.key) {
    const tag = document.createElement('span');
    tag.className = 'tag';
    tag.textContent = words.held;
    item.append(' ', tag);
  }
  if (forget) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet small';
    button.textContent = words.forget;
    button.setAttribute('aria-label', words.forgetNamed + (one.title || one.id));
    button.addEventListener('click', () => forget(one, place));
    item.append(' ', button);
  }
  return item;
}

/** The list on a page: a few lines on the start page, all with tools on its own. */
function list(place) {
  const words = place.dataset;
  const isWhole = words.plans === 'all';
  const page = place.parentElement;
  const said = place.querySelector('[data-said]');
  const say = (text) => (said.textContent = text ?? '');
  const draw = () => {
    const { plans, trouble } = read();
    if (trouble) say(words[trouble]);
    const shown = isWhole ? plans : plans.slice(0, 5);
    place.querySelector('ul').replaceChildren(...shown.map((one, index) => line(one, index, words, isWhole && forget)));
    if (isWhole) {
      page.querySelector('[data-empty]').hidden = plans.length > 0 || trouble === 'blocked';
      page.querySelector('.plans-tools').hidden = trouble === 'blocked';
      for (const action of ['export', 'forget-all']) page.querySelector(`[data-do=${action}]`).disabled = plans.length === 0;
    } else {
      document.querySelector('[data-recent]').hidden = plans.length === 0;
    }
  };
  const forget = (one, index) => {
    if (one.key && !confirm(words.forgetKey)) return;
    const trouble = write(read().plans.filter((other) => other.id !== one.id));
    say(trouble ? words[trouble] : words.forgotten);
    draw();
    // The keyboard stays in the list.
    const buttons = place.querySelectorAll('li button');
    (buttons[Math.min(index, buttons.length - 1)] ?? page.querySelector('[data-do=import]')).focus();
  };
  draw();
  addEventListener('storage', draw);
  if (!isWhole) return;
  page.querySelector('[data-scriptless]').hidden = true;
  const file = page.querySelector('#plans-file');
  const actions = {
    'forget-all': () => {
      if (!confirm(words.forgetAll)) return;
      try {
        for (const name of [LIST, ASIDE]) localStorage.removeItem(name);
        say(words.forgotten);
      } catch {
        say(words.blocked);
      }
      draw();
    },
    export: () => {
      const text = JSON.stringify({ v: 1, plans: read().plans }, null, 2);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/json' }));
      link.download = 'rigwise-plans.json';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    },
    import: () => file.click(),
  };
  for (const [name, act] of Object.entries(actions)) page.querySelector(`[data-do=${name}]`).addEventListener('click', act);
  file.addEventListener('change', async () => {
    const [chosen] = file.files;
    file.value = '';
    if (!chosen) return;
    let found = null;
    try {
      if (chosen.size <= 1 << 20) found = entries(JSON.parse(await chosen.text()));
    } catch {
      // Told below.
    }
    if (!found) return say(words.notImported);
    const { plans } = read();
    // What is here already stays; an imported key completes it.
    const merged = plans.map((one) => ({ ...found.find((other) => other.id === one.id), ...one }));
    const fresh = found.filter((one) => !plans.some((other) => other.id === one.id));
    const trouble = write([...merged, ...fresh]);
    draw();
    say(trouble ? words[trouble] : words.imported + found.length);
  });
}

plan();
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
for (const place of document.querySelectorAll('[data-plans]')) list(place);
