// Makes a long list of products one that is searched by typing: names, families, memory, parameters, and what people call a card.
// The words are looked up where the API looks them up. The list itself stays the form's field, and without this script it is used
// as it is; with it, of its products only what is chosen stays in the page.
const words = document.querySelector('script[src="/choose.js"]').dataset;
const WAIT = 120;
const MOST = 50;

/** Letters and digits of a text, for the search without a server. */
const plain = (text) => text.toLowerCase().split(/[^\p{L}\p{N}.]+/u).filter(Boolean);

/** Ids that words find, the likeliest first, and whether they have all words; nothing where there is no answer. */
async function lookUp(list, text) {
  try {
    const answer = await fetch(`/api/v1/catalog/search?${new URLSearchParams({ list, q: text, limit: MOST })}`);
    if (!answer.ok) return undefined;
    const { matches } = await answer.json();
    return { ids: matches.map((match) => match.id), exact: matches.every((match) => match.exact) };
  } catch {
    return undefined;
  }
}

class Finder {
  constructor(select) {
    this.select = select;
    this.answers = new Map();
    /** The products that were taken out of the page, each with the label of its group. */
    this.groups = new Map();
    this.shown = [];
    this.place = -1;
    /** Something was typed that is no choice yet. */
    this.typed = false;
    /** Counts what is typed and chosen: an answer that comes after the next of them is of no use. */
    this.turn = 0;
    /** What was typed is what the items are called, not only near to it. */
    this.exact = false;
    const label = document.querySelector(`label[for="${select.id}"]`);
    this.box = document.createElement('div');
    this.box.className = 'finder';
    this.input = document.createElement('input');
    this.list = document.createElement('ul');
    this.status = document.createElement('span');
    const id = `${select.id}-found`;
    const attributes = {
      type: 'text', role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': id,
      'aria-label': label?.textContent ?? select.name, autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'done',
    };
    for (const [name, value] of Object.entries(attributes)) this.input.setAttribute(name, value);
    this.list.id = id;
    this.list.hidden = true;
    this.list.setAttribute('role', 'listbox');
    this.list.setAttribute('aria-label', this.input.getAttribute('aria-label'));
    this.status.className = 'visually-hidden';
    this.status.setAttribute('role', 'status');
    this.fault = document.createElement('p');
    this.fault.id = `${select.id}-unfound`;
    this.fault.className = 'field-error';
    this.fault.hidden = true;
    this.box.append(this.input, this.list, this.status, this.fault);
    select.after(this.box);
    label?.addEventListener('click', (event) => {
      event.preventDefault();
      this.input.focus();
    });
    this.listen();
    this.follow();
    // Not before the browser has put back what was chosen when the reader left.
    if (document.readyState === 'complete') this.take();
    else addEventListener('load', () => setTimeout(() => this.take()), { once: true });
  }

  /** Takes the products out of the page, where hundreds of them would be looked at with every change of it. */
  take() {
    const chosen = this.select.value;
    const [first, ...others] = this.select.querySelectorAll('optgroup');
    if (!first) return;
    for (const group of [first, ...others]) {
      for (const option of group.children) this.groups.set(option, group.label);
    }
    for (const group of others) group.remove();
    this.kept = first;
    this.say(chosen);
  }

  /** Makes the list say a word: in the page is its product, and the one that the server had marked, by which a change is known. */
  say(word) {
    const isKept = (option) => option.value === word || option.defaultSelected;
    this.kept?.replaceChildren(...[...this.groups.keys()].filter(isKept));
    this.value.set.call(this.select, word);
  }

  /** Every choice in the order of the list, whether it is in the page or not. */
  choices() {
    if (!this.kept) return [...this.select.options];
    return [...this.select.children].flatMap((child) => (child === this.kept ? [...this.groups.keys()] : [child]));
  }

  /** What a choice has in common with its neighbors; nothing for one that is no product. */
  groupOf(option) {
    return this.groups.get(option) ?? option.closest('optgroup')?.label;
  }

  /** The choice that the list says. */
  chosen() {
    return this.select.selectedOptions[0];
  }

  listen() {
    this.input.addEventListener('focus', () => this.input.select());
    this.input.addEventListener('click', () => this.list.hidden && this.open());
    this.input.addEventListener('input', (event) => {
      // What is typed here is no field's yet.
      event.stopPropagation();
      this.type();
    });
    this.input.addEventListener('keydown', (event) => this.press(event));
    this.input.addEventListener('blur', () => this.leave());
    // What is typed counts as what it finds: a form that is sent before that is known waits for it.
    this.select.form?.addEventListener(
      'submit',
      async (event) => {
        if (!this.typed) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        const { target, submitter } = event;
        if (await this.settle()) target.requestSubmit(submitter);
        else this.input.focus();
      },
      true,
    );
    // The box keeps the focus while an item is pressed.
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('click', (event) => {
      const item = event.target.closest('[role=option]');
      if (item) this.choose(this.shown[Number(item.dataset.place)]);
    });
  }

  /** Keeps the box at what the list says, whoever changes that. */
  follow() {
    const { select } = this;
    this.value = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value');
    Object.defineProperty(select, 'value', {
      configurable: true,
      get: () => this.value.get.call(select),
      set: (word) => {
        this.say(String(word));
        this.forget();
        this.sync();
      },
    });
    const sync = () => this.sync();
    select.addEventListener('change', sync);
    select.form?.addEventListener('reset', () => setTimeout(sync));
    addEventListener('pageshow', sync);
    new MutationObserver(sync).observe(select, { subtree: true, childList: true, characterData: true, attributes: true });
    sync();
  }

  sync() {
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const said = this.select.getAttribute(name);
      if (said === null) this.input.removeAttribute(name);
      else this.input.setAttribute(name, said);
    }
    if (!this.fault.hidden) this.refuse();
    if (!this.list.hidden || this.typed) return;
    const text = this.chosen()?.textContent ?? '';
    // As if the server had drawn it so: a box that differs from that is one that the reader has changed.
    if (this.input.defaultValue !== text) this.input.defaultValue = text;
    if (this.input.value !== text) this.input.value = text;
  }

  /** Shows all of the list, at what is chosen. */
  open() {
    this.show(this.choices(), this.chosen());
  }

  type() {
    const text = this.input.value.trim();
    clearTimeout(this.timer);
    this.forget();
    this.typed = text !== '';
    if (text === '') {
      this.turn += 1;
      this.pending = undefined;
      this.open();
      return;
    }
    const turn = ++this.turn;
    this.pending = new Promise((settle) => {
      this.timer = setTimeout(() => settle(this.search(text, turn)), WAIT);
    });
  }

  async search(text, turn) {
    const options = this.choices();
    if (!this.answers.has(text)) {
      const found = await lookUp(this.select.dataset.find, text);
      if (found) this.answers.set(text, found);
    }
    if (this.turn !== turn) return;
    const found = this.answers.get(text);
    const typed = plain(text);
    const has = (option) => typed.every((word) => option.textContent.toLowerCase().includes(word));
    // What is no product (automatic, one's own) is not looked up.
    const others = options.filter((option) => this.groupOf(option) === undefined && has(option));
    const products = found?.ids.map((id) => options.find((option) => option.value === id)).filter(Boolean);
    const isNear = found && !found.exact && others.length === 0;
    let shown = options.filter(has);
    if (found?.exact) shown = [...products, ...others];
    else if (found) shown = isNear ? products : others;
    this.exact = !isNear && shown.length > 0;
    this.show(shown, shown[0], isNear ? words.nearest : undefined);
    this.status.textContent = shown.length === 0 ? words.none : words.found.replace('{}', shown.length);
  }

  show(options, active, above) {
    this.shown = options;
    this.place = active ? options.indexOf(active) : -1;
    const grouped = above === undefined && options.length === this.choices().length;
    const chosen = this.chosen();
    const items = [];
    let group;
    for (const [place, option] of options.entries()) {
      const label = this.groupOf(option);
      if (grouped && label !== undefined && label !== group) {
        group = label;
        items.push(this.heading(group));
      }
      const item = document.createElement('li');
      item.id = `${this.list.id}-${place}`;
      item.setAttribute('role', 'option');
      item.dataset.place = place;
      item.dataset.value = option.value;
      item.textContent = option.textContent;
      if (option === chosen) item.className = 'chosen';
      items.push(item);
    }
    if (above !== undefined || options.length === 0) items.unshift(this.heading(options.length === 0 ? words.none : above));
    this.list.replaceChildren(...items);
    this.list.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
    this.mark();
  }

  heading(text) {
    const heading = document.createElement('li');
    heading.className = 'group';
    heading.setAttribute('role', 'presentation');
    heading.textContent = text;
    return heading;
  }

  mark() {
    for (const item of this.list.querySelectorAll('[role=option]')) {
      item.setAttribute('aria-selected', String(Number(item.dataset.place) === this.place));
    }
    const active = document.getElementById(`${this.list.id}-${this.place}`);
    if (active) {
      this.input.setAttribute('aria-activedescendant', active.id);
      active.scrollIntoView({ block: 'nearest' });
    } else {
      this.input.removeAttribute('aria-activedescendant');
    }
  }

  close() {
    this.fold();
    this.forget();
    this.sync();
  }

  /** Takes the items away; what was typed stays. */
  fold() {
    clearTimeout(this.timer);
    this.turn += 1;
    this.pending = undefined;
    this.list.hidden = true;
    this.list.replaceChildren();
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  /** What was typed is over, and what was said of it. */
  forget() {
    this.typed = false;
    this.fault.hidden = true;
    this.fault.replaceChildren();
  }

  /** The reader goes on: what was typed is chosen where it is something. */
  leave() {
    if (this.typed) this.settle();
    else this.close();
  }

  /** Chooses what was typed, and says whether it is anything; what is nothing stays in the box, with the word that it is. */
  async settle() {
    if (!this.typed) return true;
    await this.pending;
    const option = this.exact ? this.shown[this.place] : undefined;
    if (option) {
      this.choose(option);
      return true;
    }
    this.fold();
    this.refuse();
    return false;
  }

  refuse() {
    this.fault.textContent = words.refused;
    if (this.select.dataset.find === 'models') {
      const own = document.createElement('a');
      [own.href, own.textContent] = [words.ownPage, words.own];
      this.fault.append(' ', own);
    }
    this.fault.hidden = false;
    this.input.setAttribute('aria-invalid', 'true');
    this.input.setAttribute('aria-describedby', this.fault.id);
  }

  choose(option) {
    const changed = option && option !== this.chosen();
    if (option) this.select.value = option.value;
    this.close();
    // Whoever goes on typing asks for another one.
    if (document.activeElement === this.input) this.input.select();
    if (!changed) return;
    for (const name of ['input', 'change']) this.select.dispatchEvent(new Event(name, { bubbles: true }));
  }

  async press(event) {
    const isOpen = !this.list.hidden;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key in steps) {
      event.preventDefault();
      if (!isOpen) return this.open();
      const last = this.shown.length - 1;
      this.place = Math.max(0, Math.min(last, this.place + steps[event.key]));
      this.mark();
    } else if (event.key === 'Enter' && (isOpen || this.pending)) {
      event.preventDefault();
      await this.pending;
      this.choose(this.shown[this.place]);
    } else if (event.key === 'Escape' && (isOpen || this.pending)) {
      event.preventDefault();
      this.close();
      this.input.select();
    }
  }
}

// Styles hide the list behind its box by `:has()`; where a browser has none, the list is used as it is.
if (CSS.supports('selector(:has(*))')) {
  const finders = new Map();
  for (const select of document.querySelectorAll('select[data-find]')) finders.set(select.id, new Finder(select));
  const go = (hash) => finders.get(decodeURIComponent(hash.slice(1)));
  // A link to a list leads to its box.
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    const finder = link && go(link.getAttribute('href'));
    if (!finder) return;
    event.preventDefault();
    finder.input.focus();
  });
  go(location.hash)?.input.focus();
}
