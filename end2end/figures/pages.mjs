// Figures of the pages: `cargo xtask soak pages`.
//
// node pages.mjs BASE_URL CHROMIUM FOLDER [ROUNDS]
// FOLDER receives `results/pages.json` and `pages.md`. What is timed is timed in rounds, of which the median counts; run it on
// an idle machine.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';

const [base, executablePath, folder, rounds = '5'] = process.argv.slice(2);
const FLAGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
const LLM = 'v=1&gpu=rtx-4090&model=llama-3.1-8b&method=qlora&epochs=3';
const VISION = 'v=1&gpu=rtx-4090&model=resnet50&precision=fp16-amp&batch=32';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
/** As Lighthouse slows a phone's processor down. */
const SLOWER = 4;

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const rows = [];
const add = (page, figure, value, limit, digits = 0) => {
  const met = limit === undefined ? '' : limit.startsWith('>=') ? value >= Number(limit.slice(2)) : value <= Number(limit.slice(2));
  rows.push({ page, figure, value: Number(value.toFixed(digits)), limit: limit ?? '', met });
  console.log(`pages: ${page}: ${figure}: ${value.toFixed(digits)}${limit ? ` (target ${limit})${met ? '' : '  MISSED'}` : ''}`);
};

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

async function savedPlan() {
  const answer = await fetch(`${base}/plan/save`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', origin: base },
    body: `${LLM}&title=Workstation`,
    redirect: 'manual',
  });
  // The key that follows the sign is the creator's; readers come without it.
  return answer.headers.get('location').split('#')[0];
}

async function scores(name, path, port) {
  const runs = [];
  for (let round = 0; round < Number(rounds); round++) {
    const { lhr } = await lighthouse(base + path, { port, logLevel: 'error', onlyCategories: ['performance', 'accessibility'] });
    runs.push(lhr);
  }
  const of = (read) => median(runs.map(read));
  add(name, 'Lighthouse, mobile: performance', of((run) => run.categories.performance.score * 100), '>=95');
  add(name, 'Lighthouse, mobile: accessibility', of((run) => run.categories.accessibility.score * 100), '>=100');
  add(name, 'largest contentful paint, ms', of((run) => run.audits['largest-contentful-paint'].numericValue), '<=1500');
  add(name, 'total blocking time, ms', of((run) => run.audits['total-blocking-time'].numericValue), '<=150');
  add(name, 'cumulative layout shift', of((run) => run.audits['cumulative-layout-shift'].numericValue), '<=0.02', 3);
}

/** What a reader has to go through before the answer, in this state of the page. */
function firstView() {
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
    (element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true }),
  );
  const result = document.querySelector('[data-testid="tile-vram"]');
  const bar = document.querySelector('nav.views');
  const before = (element) => result && element.compareDocumentPosition(result) & Node.DOCUMENT_POSITION_FOLLOWING && !result.contains(element);
  return {
    elements: document.querySelectorAll('*').length,
    stops: stops.filter(before).length,
    screens: bar ? (bar.getBoundingClientRect().top + scrollY) / innerHeight : null,
    wider: document.documentElement.scrollWidth - innerWidth,
  };
}

/** Sets a field and tells when the picture of it is painted: the frame behind the change of what `shown` names. */
function timed([field, value, shown]) {
  return new Promise((done, fail) => {
    const text = () => document.querySelector(shown).textContent;
    const before = text();
    const control = document.querySelector(field);
    let start = 0;
    const observer = new MutationObserver(() => {
      if (text() === before) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
    });
    observer.observe(document.querySelector('.planner'), { subtree: true, childList: true, characterData: true });
    setTimeout(() => fail(new Error(`${field} changed nothing`)), 15_000);
    start = performance.now();
    control.value = value;
    control.dispatchEvent(new InputEvent('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

async function answers(browser) {
  const VRAM = '[data-testid="tile-vram"] .tile-figure';
  const [first, later, model] = [[], [], []];
  for (let round = 0; round < Number(rounds); round++) {
    const page = await browser.newPage(PHONE);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${base}/plan?${VISION}`);
    await page.waitForSelector('[data-live]', { state: 'attached', timeout: 60_000 });
    await page.waitForTimeout(1500);
    for (let step = 0; step < 8; step++) {
      (step === 0 ? first : later).push(await page.evaluate(timed, ['#f-batch', String(33 + step * 7), VRAM]));
      await page.waitForTimeout(1000);
    }
    // The list of models has the chosen one's family; its entry is there without scripts as well.
    model.push(await page.evaluate(timed, ['#f-model', 'resnet101', VRAM]));
    await page.close();
  }
  add('/plan', `input to painted change, ${SLOWER} times slower, ms`, median(later), '<=100');
  add('/plan', 'the first change, ms', median(first));
  add('/plan', 'another model, ms', median(model));
}

const port = await freePort();
const browser = await chromium.launch({ executablePath, args: [...FLAGS, `--remote-debugging-port=${port}`] });
const saved = await savedPlan();
const PAGES = [
  ['/', '/'],
  ['/plan', `/plan?${VISION}`],
  ['/plan, language model', `/plan?${LLM}`],
  ['/need', '/need?v=1&model=llama-3.1-8b&method=qlora&budget=3000'],
  ['/p/{id}', saved],
];
for (const [name, path] of PAGES) {
  for (const [device, options] of [['desktop', DESKTOP], ['phone', PHONE]]) {
    const page = await browser.newPage(options);
    await page.goto(base + path);
    await page.waitForLoadState('networkidle');
    const view = await page.evaluate(firstView);
    const isPlan = name.startsWith('/plan') || name.startsWith('/p/');
    add(name, `${device}: elements`, view.elements, isPlan ? '<=1200' : undefined);
    if (view.screens !== null) add(name, `${device}: screens before the tabs`, view.screens, device === 'phone' ? '<=4' : '<=2.5', 2);
    if (isPlan) add(name, `${device}: stops of the Tab key before the results`, view.stops, '<=25');
    add(name, `${device}: pixels to scroll sideways`, Math.max(0, view.wider), '<=0');
    await page.close();
  }
}
await answers(browser);
for (const [name, path] of PAGES) await scores(name, path, port);
await browser.close();
writeFileSync(join(folder, 'results', 'pages.json'), `${JSON.stringify(rows, null, 2)}\n`);
const line = ({ page, figure, value, limit, met }) =>
  `| ${page} | ${figure} | ${value} | ${limit.replace('>=', 'at least ').replace('<=', 'at most ')} | ${met === '' ? '' : met ? 'yes' : 'no'} |`;
writeFileSync(
  join(folder, 'pages.md'),
  `# Figures of the pages

\`cargo xtask soak pages --write\`, ${new Date().toISOString().slice(0, 10)}, release build, ${cpus().length} cores of ${cpus()[0].model}, \
medians of ${rounds} rounds.
Lighthouse (mobile: a slow connection and a processor four times slower, both simulated) and our own measurements in Chromium.

| page | figure | value | target | met |
|---|---|---:|---|---|
${rows.map(line).join('\n')}
`,
);
process.exitCode = 0;
