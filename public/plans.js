// Keeps the reader's list of plans in the browser's own storage, for the start page and the page of plans, and gives whoever
// has a plan's edit key the means to change it. A plan enters the list when it was just created here, or at the press of a button.
//
// A page may hold markup that is not ours, through a fault of ours. So a key goes into no field and no form: it is read when a
// button is pressed that was made here, and sent in a header to the plan that the address names. What is looked up in the page
// decides where something is shown, never whose key it is or where that goes.
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

/** The key that the tab keeps for a plan; one that is given is kept from now on, null is forgotten. */
function tabKey(id, key) {
  try {
    if (key) sessionStorage.setItem(TAB_KEY + id, key);
    else if (key === null) sessionStorage.removeItem(TAB_KEY + id);
    return sessionStorage.getItem(TAB_KEY + id) ?? undefined;
  } catch {
    return key ?? undefined;
  }
}

/** The plan that the page's address names, and what the page is for; nothing that stands in the page has a say in it. */
function named() {
  const path = /^\/p\/([a-z2-7]{26})(?:\/r\/([1-9]\d{0,15}))?(?:\/(\w+))?$/.exec(location.pathname);
  if (path) return { id: path[1], number: path[2], task: path[3] ?? 'words' };
  const revises = new URLSearchParams(location.search).getAll('revise').at(-1) ?? '';
  const revised = location.pathname === '/plan' && /^([a-z2-7]{26})\.([1-9]\d{0,15})$/.exec(revises);
  return revised ? { id: revised[1], base: revised[2], task: 'settings' } : undefined;
}

/** The key of an edit link, which then leaves the address bar and the history. */
function keyOfLink() {
  const match = /^#key=([\w-]{20,200})$/.exec(location.hash);
  if (!match) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return match[1];
}

/** Notes that a change with a key succeeded: the list keeps it from now on, in the place of one that may be there. */
function proved(id, key) {
  if (read().plans.some((one) => one.id === id && one.key !== key)) remember({ id, key });
}

/** Notes that a key does not open the plan: whoever kept it forgets it, so that another can take its place. */
function disproved(id, key) {
  if (tabKey(id) === key) tabKey(id, null);
  const { plans } = read();
  const holder = plans.find((one) => one.id === id && one.key === key);
  if (!holder) return;
  delete holder.key;
  write(plans);
}

/** The key of a plan: that of the tab goes before that of the list. */
function keyOf(id) {
  return tabKey(id) ?? read().plans.find((one) => one.id === id)?.key;
}

/** The root of the page, whatever elements in it are called. */
const root = Reflect.get(Document.prototype, 'documentElement', document);

function make(tag, properties = {}, ...inside) {
  const element = Object.assign(Document.prototype.createElement.call(document, tag), properties);
  element.append(...inside);
  return element;
}

/** The pages of a plan: what the reader's list knows of it, and its owner's controls. */
function plan() {
  const place = named();
  if (!place) return;
  const link = keyOfLink();
  if (link) tabKey(place.id, link);
  const data = root.querySelector('#plan-data');
  if (data) listed(place.id, data.dataset);
  if (keyOf(place.id)) own(place);
  const manage = root.querySelector('#manage');
  if (link && manage) manage.open = true;
}

/** Puts the plan into the list where it was just created, or at the press of a button. */
function listed(id, { title, date, verdict, newest }) {
  const created = root.querySelector('[data-created] #edit-key')?.textContent;
  const known = read().plans.find((one) => one.id === id);
  // A key that is known is never replaced by one that stands in the page, and that of a link is the tab's alone until it has
  // opened something: anybody can write a link.
  const key = !keyOf(id) && KEY.test(created ?? '') ? created : undefined;
  const now = { id, title, date, verdict, ...(key ? { key } : {}) };
  const button = root.querySelector('[data-remember]');
  const done = root.querySelector('[data-remembered]');
  const show = (isListed) => {
    if (button) button.hidden = isListed;
    if (done) done.hidden = !isListed;
  };
  // A plan in the list follows its newest revision; an older one is only looked at.
  const follows = created || (known && newest !== undefined);
  show(follows ? remember(now) === undefined : known !== undefined);
  // Where there can be no list, the tab keeps the key.
  if (key && !keyOf(id)) tabKey(id, key);
  button?.addEventListener('click', () => {
    show(remember(now) === undefined);
    if (done && !done.hidden) done.querySelector('a')?.focus();
  });
}

/**
 * Makes the controls of a plan whose key this browser has. The key never enters the page: it goes from the storage into the
 * header of a request to the plan that the address names, when its owner presses a button that was made here.
 */
async function own(place) {
  const say = JSON.parse(root.dataset.owner ?? 'null');
  const makers = { words: ownWords, settings: ownSettings, revoke: ownEnd };
  if (!say || !Object.hasOwn(makers, place.task)) return;
  const stored = await fetch(`/api/v1/plans/${place.id}`).then((answer) => (answer.ok ? answer.json() : null), () => null);
  if (stored) await makers[place.task](place, stored, say);
}

/** A form of its owner's: fields, a button, and what came of it. */
function ownForm(testid, about, inside, button, act, ...beside) {
  const said = make('p', { className: 'fine' });
  said.setAttribute('role', 'status');
  const form = make('form', { className: 'save' }, ...inside, make('p', { className: 'fine' }, about), make('p', { className: 'actions' }, button, ...beside), said);
  form.dataset.testid = testid;
  form.dataset.own = '';
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!event.isTrusted || button.disabled) return;
    button.disabled = true;
    said.textContent = await act().catch(() => undefined) ?? '';
    button.disabled = false;
  });
  return form;
}

/** Sends a change with the key; what is to be said where nothing was changed. */
async function change({ id }, say, path, method, body) {
  const key = keyOf(id);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(path, { method, body, headers, mode: 'same-origin', cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok) {
    proved(id, key);
    // Settings at fault lead back to the planner, all else to the plan.
    location.assign(answer.redirected && new URL(answer.url).pathname === '/plan' ? answer.url : `/p/${id}`);
    return '';
  }
  if (answer?.status === 403) disproved(id, key);
  return say[answer?.status] ?? say.failed;
}

/** Fields for what people read of a plan. */
function ownFields({ title = '', note = '' }, say) {
  const fields = {
    title: make('input', { type: 'text', maxLength: 200, autocomplete: 'off', value: title }),
    note: make('textarea', { rows: 3, maxLength: 10000, value: note }),
    expires: make('select', {}, ...say.choices.map(([value, label]) => make('option', { value }, label))),
    expires_on: make('input', { type: 'date' }),
  };
  for (const [name, field] of Object.entries(fields)) field.name = name;
  const labels = Object.entries(fields).map(([name, field]) => make('label', {}, make('span', {}, say[name]), field));
  const read = () => Object.entries(fields).map(([name, field]) => [name, field.value]);
  return { labels, read };
}

/** Puts a form of ours where the one stands that takes the key by hand, unless somebody has begun to fill that in. */
function put(form, testid) {
  const typed = root.querySelector(`form[data-testid=${testid}]`);
  const isTouched = [...(typed?.querySelectorAll('input, textarea') ?? [])].some((field) => field.value !== field.defaultValue);
  if (isTouched) typed.before(form);
  else typed?.replaceWith(form);
}

/** Title, note and expiry of the revision that is shown, which is saved as the newest. */
async function ownWords(place, stored, say) {
  const shown = place.number
    ? await fetch(`/api/v1/plans/${place.id}/revisions/${place.number}`).then((answer) => (answer.ok ? answer.json() : stored))
    : stored;
  const { labels, read } = ownFields(shown, say);
  const button = make('button', { type: 'submit' }, say.save.replace('{number}', stored.revision + 1));
  const about = { base: stored.revision, revision: shown.revision };
  const act = () => change(place, say, `/p/${place.id}/revise`, 'POST', new URLSearchParams([...Object.entries(about), ...read()]));
  put(ownForm('revise-form', say.about, labels, button, act), 'revise-form');
}

/** The planner's settings as the next revision. */
function ownSettings(place, stored, say) {
  const { labels, read } = ownFields(stored, say);
  const button = make('button', { type: 'submit' }, say.revise.replace('{number}', Number(place.base) + 1));
  const act = async () => {
    // The address follows the fields once they rest.
    await new Promise((rested) => setTimeout(rested, 400));
    const settings = new URLSearchParams(location.search);
    settings.delete('revise');
    const form = new URLSearchParams([['base', place.base], ['query', settings.toString()], ...read()]);
    return change(place, say, `/p/${place.id}/revise`, 'POST', form);
  };
  const heading = make('h2', {}, say.heading.replace('{title}', () => stored.title ?? place.id));
  root.querySelector('.planner')?.after(make('section', { className: 'card' }, heading, ownForm('own-settings', say.about, labels, button, act)));
  root.dataset.keyed = '';
}

/** Takes the plan back, once its owner has said so in a window that no page can draw. */
function ownEnd(place, stored, say) {
  const button = make('button', { type: 'submit', className: 'danger' }, say.revoke);
  const keep = make('a', { href: `/p/${place.id}` }, say.cancel);
  const act = async () =>
    confirm(say.sure.replace('{title}', () => stored.title ?? place.id))
      ? change(place, say, `/api/v1/plans/${place.id}`, 'DELETE')
      : '';
  put(ownForm('revoke-form', say.about, [], button, act, ' ', keep), 'revoke-form');
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
if (/^(?:\/(?:en|zh))?\/(?:plans)?$/.test(location.pathname)) for (const place of document.querySelectorAll('[data-plans]')) list(place);
