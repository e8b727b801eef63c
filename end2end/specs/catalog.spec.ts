import { ACCESSIBLE, AXE_LOCALES, change, expect, open, pick, planner, test, unfold, violations } from './fixtures';

const PAGES = ['/gpus', '/gpus/rtx-4090', '/gpus/mi250x', '/gpus/nothing-like-it', '/models', '/models/llama-3-8b', '/models/nothing-like-it'];
/** A plan with a card that the catalog no longer lists. */
const OLD_LINK = '/plan?v=1&gpu=retired-example-gpu&model=resnet50&batch=48';

for (const language of AXE_LOCALES.map((locale) => locale.slice(0, 2))) {
  test.describe(`axe, ${language}`, () => {
    test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'axe needs scripts');

    for (const path of PAGES) {
      test(path, async ({ page }) => {
        await page.goto(`/${language}${path}`);
        expect(await violations(page, ACCESSIBLE)).toEqual([]);
      });
    }

    test('an old link', async ({ page }) => {
      await page.goto(OLD_LINK);
      expect(await violations(page)).toEqual([]);
    });
  });
}

test('a list is chosen by its form and leads to a card, which opens as a plan', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/en/gpus');
  await page.getByLabel('Vendor').selectOption('AMD');
  await page.getByLabel('Memory at least').selectOption('24');
  await page.getByLabel('Sort by').selectOption('bandwidth');
  await page.getByTestId('show').click();
  await expect(page).toHaveURL(/vendor=AMD&memory=24&segment=&sort=bandwidth/);
  await expect(page.getByLabel('Vendor')).toHaveValue('AMD');
  await page.getByRole('link', { name: 'Radeon RX 7900 XTX' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Radeon RX 7900 XTX');
  await expect(page.getByTestId('runs').getByRole('row')).toHaveCount(9);
  expect(loaded.filter((name) => /\.(js|wasm)$/.test(name))).toEqual([]);
  await page.getByTestId('plan').click();
  await expect(page).toHaveURL(/\/plan\?v=1&gpu=rx-7900-xtx/);
  await expect(page.getByTestId('verdict').first()).toBeVisible();
});

test('pages of the catalog do not scroll sideways on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of PAGES) {
    await page.goto(`/en${path}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test('a card that is not listed leads to the nearest', async ({ page }) => {
  const answer = await page.goto('/zh/gpus/rtx-409');
  expect(answer?.status()).toBe(404);
  await page.getByTestId('nearest').getByRole('link').first().click();
  await expect(page).toHaveURL('/zh/gpus/rtx-4090');
});

test('an old link opens with the nearest by one click', async ({ page }) => {
  await page.goto(OLD_LINK);
  await expect(page.getByTestId('error-summary')).toContainText('retired-example-gpu');
  await page.getByTestId('instead').click();
  await expect(page).toHaveURL('/plan?v=1&gpu=rtx-4090&model=resnet50&batch=48');
  await expect(page.getByTestId('error-summary')).toHaveCount(0);
});

test('a card by its own figures is planned from the form', async ({ page, hydrated }) => {
  await open(page, hydrated, '/plan?v=1&gpu=rtx-4090&model=resnet50&batch=32');
  const { field, form } = planner(page);
  if (hydrated) {
    // Typing figures chooses the card that they describe.
    await unfold(field('gpu.memory'));
    for (const [name, value] of [['gpu.memory', '48'], ['gpu.bandwidth', '900'], ['gpu.fp32', '60']]) await field(name).fill(value);
    await expect(field('gpu')).toHaveValue('custom');
  } else {
    await pick(field('gpu'), 'custom');
    await unfold(field('gpu.memory'));
    for (const [name, value] of [['gpu.memory', '48'], ['gpu.bandwidth', '900']]) await field(name).fill(value);
    await change(page, hydrated, 'gpu.fp32', '60');
  }
  await expect(page).toHaveURL(/gpu\.memory=48/);
  await expect(page.getByTestId('verdict').first()).toContainText('48');
  await expect(form.locator('[name="gpu"]')).toHaveValue('custom');
  // A card of the list takes its place again.
  await change(page, hydrated, 'gpu', 'rtx-3090');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('GeForce RTX 3090');
});
