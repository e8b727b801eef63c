// What somebody writes into a plan or a link stays text, and nobody's markup gets at an edit key.
import { expect, FITS, open, test } from './fixtures';
import type { Page } from '@playwright/test';

const MARKUP = `</title></textarea></script><xss id="xss"></xss><img src=x onerror="document.title='xss'"><input data-key="" data-xss>`;
const OWN_PRICES = `/bom?v=1&gpu=rtx-4090&model=resnet50&own_prices=${encodeURIComponent(MARKUP)}`;

/** No element of the text's is in the page. */
async function isText(page: Page): Promise<void> {
  await expect(page.locator('xss, [onerror], [data-xss]')).toHaveCount(0);
}

/** Saves a plan in this browser: its path and its key. */
async function save(page: Page, title: string): Promise<[string, string]> {
  await page.goto(FITS);
  await page.getByTestId('save-form').locator('[name="title"]').fill(title);
  await page.getByTestId('save-form').getByRole('button').last().click();
  await page.waitForURL(/\/p\/[\w-]+/);
  return [new URL(page.url()).pathname, await page.getByTestId('edit-key').innerText()];
}

test('a title of markup is text on every page of its plan', async ({ page }) => {
  const [path] = await save(page, MARKUP);
  for (const at of [path, `${path}/r/1`, `${path}/parts`, `${path}/revoke`, `${path}/diff`, `${path}/card`]) {
    await page.goto(at);
    await isText(page);
    await expect(page).toHaveTitle(/<\/title><\/textarea>.*<xss/);
  }
});

test('a link with prices of markup is text', async ({ page }) => {
  await page.goto(OWN_PRICES);
  await isText(page);
  await expect(page.locator('#m-own')).toHaveValue(MARKUP);
});

/** A page of ours with markup that somebody has got into it, as if a text of theirs had not been escaped. */
async function slipInto(page: Page, at: string, markup: string): Promise<void> {
  await page.route(
    (url) => url.pathname + url.search === at,
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/<main[^>]*>/, (tag) => tag + markup) });
    },
  );
}

test('a key is in no field, whatever the page asks for', async ({ page, hydrated, context }) => {
  const [path, key] = await save(page, 'Ours');
  const id = path.replace('/p/', '');
  const field = `<input name="key" data-key="${id}">`;
  const slipped =
    `<data id="plan-data" value="${id}"></data>${field}<form class="save" data-testid="revise-form" action="${path}/revise">${field}</form>` +
    '<img name="documentElement"><script type="module" src="/plans.js"></script>';
  // Its console says that the script was refused, which other tests take for a fault of ours.
  const lured = await context.newPage();
  for (const at of [path, `${path}/revoke`, `/plan?v=1&gpu=rtx-4090&model=resnet50&revise=${id}.1`]) {
    await slipInto(lured, at, slipped);
    await lured.goto(at);
    if (hydrated) await expect(lured.locator('[data-own]').first()).toBeAttached();
    const fields = await lured.locator('input, textarea').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(fields.filter((value) => value.includes(key))).toEqual([]);
    expect(await lured.content()).not.toContain(key);
  }
});

test('a script that somebody slips in does not run, though its file is ours', async ({ context, hydrated }) => {
  test.skip(!hydrated, 'without scripts none runs');
  const page = await context.newPage();
  const [ran, said]: [string[], string[]] = [[], []];
  page.on('response', (response) => ran.push(new URL(response.url()).pathname));
  page.on('console', (message) => said.push(message.text()));
  await slipInto(page, '/about/privacy', '<script type="module" src="/copy.js"></script><button hidden data-copies="main"></button>');
  await page.goto('/about/privacy');
  await expect.poll(() => said.some((text) => /violates.*Content Security Policy.*script-src/.test(text))).toBe(true);
  await expect(page.locator('[data-copies]')).toBeHidden();
  expect(ran).not.toContain('/copy.js');
});

test('a form of this site revokes and revises nothing without the key', async ({ page }) => {
  const [path, key] = await save(page, 'Ours');
  // The form of a page that somebody has got markup into: same site, all cookies, one click.
  for (const task of ['revoke', 'revise']) {
    const form = `<form method="post" action="${path}/${task}"><input name="base" value="1"><button id="lure">Go on</button></form>`;
    await slipInto(page, `/about/data?${task}`, form);
    await page.goto(`/about/data?${task}`);
    await page.locator('#lure').click();
    await expect(page.getByTestId('refused')).toContainText('The edit key is missing');
  }
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ours');
  // The key by hand does it, with and without scripts.
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(`${path}/revoke`);
  await page.getByTestId('revoke-form').locator('[name="key"]').fill(key);
  await page.getByTestId('revoke-form').getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This plan was revoked');
});

// The console is looked at after every test: none of these pages breaks its own policy.
for (const at of ['/', '/plan', '/accuracy', '/api', '/docs/parameters', '/docs/api/estimate', '/plans', '/compare', '/code?v=1&gpu=rtx-4090&model=resnet50']) {
  test(`${at} keeps its own policy`, async ({ page, hydrated, request }) => {
    const policy = (await request.get(at)).headers()['content-security-policy'];
    expect(policy).toMatch(/; script-src 'nonce-[\w-]{22}' 'wasm-unsafe-eval';/);
    if (at === '/plan') await open(page, hydrated, at);
    else await page.goto(at);
    await expect(page.locator('main')).toBeVisible();
  });
}
