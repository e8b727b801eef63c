import { expect, pick, test } from './fixtures';

const pages = [
  { path: '/en/need', heading: 'What do I need?', open: /^Open .* in the planner/ },
  { path: '/zh/need', heading: '我需要什么？', open: /^在规划器中打开/ },
];

for (const { path, heading, open } of pages) {
  test(`${path} names machines, and each opens as a plan that fits`, async ({ page }) => {
    await page.goto(`${path}?v=1&model=resnet50&budget=2000`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByTestId('machine-cheapest')).toBeVisible();
    await page.getByTestId('machine-cheapest').getByRole('link', { name: open }).click();
    await expect(page).toHaveURL(/\/plan\?/);
    await expect(page.getByTestId('verdict').first()).toBeVisible();
    await expect(page.getByTestId('error-summary')).toHaveCount(0);
  });
}

test('the form asks by its address', async ({ page }) => {
  await page.goto('/en/need');
  await page.getByLabel('Budget', { exact: true }).fill('1500');
  await page.getByTestId('find').click();
  await expect(page).toHaveURL(/budget=1500/);
  await expect(page.getByTestId('machines').first()).toBeVisible();
});

test('a budget that buys nothing is relaxed by one click', async ({ page }) => {
  await page.goto('/en/need?v=1&model=resnet50&budget=100');
  const summary = page.getByTestId('error-summary');
  await expect(summary).toBeVisible();
  await summary.getByRole('link', { name: /^Raise the budget/ }).click();
  await expect(page.getByTestId('machine-cheapest')).toBeVisible();
});

for (const { locale, width } of [{ locale: 'en', width: 390 }, { locale: 'zh', width: 1280 }]) {
  test(`what was found is in view once it was asked for, ${locale} at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${locale}/need`);
    await page.locator('#n-budget').fill('3000');
    await page.getByTestId('find').click();
    await expect(page).toHaveURL(/#machines$/);
    await expect(page.locator('#machines > h2')).toBeInViewport();
    // What is at fault is in view as well, and each fault leads to its field.
    await page.locator('#n-epochs').fill('many');
    await page.locator('#n-budget').fill('a lot');
    await page.getByTestId('find').click();
    const summary = page.getByTestId('error-summary');
    await expect(summary).toBeInViewport();
    await expect(summary.getByRole('link')).toHaveCount(2);
    await summary.getByRole('link').first().click();
    await expect(page.locator('#n-epochs')).toBeFocused();
  });
}

test('typed text survives faults, and each field says what is wrong with it', async ({ page }) => {
  await page.goto('/en/need');
  await page.getByTestId('own').locator('summary').click();
  const typed = { budget: 'a lot', epochs: 'many', samples: '1e99', per_usd: 'seven', batch: '-1', owned: 'my old RTX' };
  for (const [name, text] of Object.entries(typed)) await page.locator(`#n-${name}`).fill(text);
  await pick(page.locator('#n-model'), 'bert-base');
  await page.locator('#n-currency').selectOption('CNY');
  await page.locator('#n-deadline').selectOption('86400');
  await page.getByLabel('Intel').check();
  await page.getByTestId('find').click();
  await expect(page.getByTestId('error-summary')).toBeVisible();
  for (const [name, text] of Object.entries(typed)) {
    await expect(page.locator(`#n-${name}`), name).toHaveValue(text);
    await expect(page.locator(`#n-${name}`), name).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator(`#e-${name}`), name).not.toBeEmpty();
  }
  await expect(page.locator('#n-model')).toHaveValue('bert-base');
  await expect(page.locator('#n-currency')).toHaveValue('CNY');
  await expect(page.locator('#n-deadline')).toHaveValue('86400');
  await expect(page.getByLabel('Intel')).toBeChecked();
});

test('a budget in another currency is told in it, bills too', async ({ page }) => {
  await page.goto('/zh/need?v=1&model=resnet50&budget=20000&currency=CNY&per_usd=7.1#machines');
  const card = page.getByTestId('machine-cheapest');
  await expect(card.locator('.figures')).toContainText('CNY');
  await expect(page.locator('#machines')).not.toContainText('USD');
  await expect(card.locator('a[href^="/bom"]')).toHaveAttribute('href', /prices_in=CNY&rates=CNY%3A7\.1/);
});

test('what is assumed stands in the fields, and every time says what it is the time of', async ({ page }) => {
  await page.goto('/en/need?v=1&model=bert-base&epochs=3');
  await expect(page.locator('#n-samples')).toHaveAttribute('placeholder', '100,000 assumed');
  await expect(page.locator('#n-image')).toHaveAttribute('placeholder', /not read/);
  await expect(page.getByTestId('counted')).toContainText('3 epochs of 100,000 texts of 512 tokens');
  await expect(page.getByTestId('machine-cheapest')).toContainText('for 3 epochs of 100,000 texts');
});

for (const width of [390, 1280]) {
  test(`the names in the picture lead to their machines at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/en/need?v=1&model=resnet50&budget=6000');
    const links = page.getByTestId('prices').locator('svg:visible a');
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(targets.length).toBeGreaterThan(2);
    for (const target of targets) await expect(page.locator(target)).toHaveCount(1);
    await links.last().click();
    await expect(page.locator(targets[targets.length - 1])).toBeInViewport();
  });
}

test('parts of the PC that is there stay in the form and cost nothing', async ({ page }) => {
  await page.goto('/en/need?v=1&model=resnet50&owned=core-i9-13900k,arctic-liquid-freezer-iii-pro-280,ddr5-udimm-2x32,rtx-4090:2');
  const own = page.getByTestId('own');
  await expect(own).toHaveAttribute('open', '');
  await expect(page.locator('#n-own-cpu')).toHaveValue('core-i9-13900k');
  await expect(page.locator('#n-own-memory')).toHaveValue('ddr5-udimm-2x32');
  await expect(page.locator('#n-owned')).toHaveValue('rtx-4090:2');
  await page.getByTestId('find').click();
  await expect(page).toHaveURL(/owned=core-i9-13900k/);
  const card = page.getByTestId('machine-cheapest');
  await card.getByTestId('parts').locator('> summary').click();
  await expect(card.getByRole('row', { name: /13900K/ })).toContainText('0 USD');
  await expect(card.getByRole('row', { name: /2 × 32 GB DDR5 UDIMM/ })).toContainText('0 USD');
});

test('limits that nothing keeps together are relaxed by one click', async ({ page }) => {
  await page.goto('/en/need?v=1&model=resnet50&budget=100&deadline=1');
  await page.getByTestId('error-summary').getByRole('link', { name: 'Change both' }).click();
  await expect(page.getByTestId('machine-cheapest')).toBeVisible();
});

test('the second door leads to the page of machines, which carries no script', async ({ page }) => {
  const loaded: string[] = [];
  await page.goto('/en');
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'What should I buy?' }).click();
  await expect(page.getByTestId('machine-cheapest')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((name) => /\.(js|wasm)$/.test(name) && name !== '/choose.js')).toEqual([]);
});
