import { ACCESSIBLE, expect, pick, test, violations } from './fixtures';

const JOB = '/compare?v=1&model=resnet50&precision=fp16-amp&batch=64&gpu=rtx-4090';
const THREE = `${JOB}&with=rtx-3090,gpus:2,sharding:ddp&with=rtx-3060-12gb`;
const WRONG = `${JOB}&with=rtx-4009&with=rtx-3090`;

test('machines stand side by side, and each leads to its plan', async ({ page }) => {
  await page.goto(THREE);
  const table = page.getByTestId('comparison');
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  await expect(table).toContainText('★ best');
  await expect(page.getByTestId('times').locator('svg')).toHaveCount(3);
  await table.getByRole('link', { name: /^Open 2 × GeForce RTX 3090/ }).click();
  await expect(page).toHaveURL(/\/plan\?.*gpus=2/);
  await expect(page.getByTestId('error-summary')).toHaveCount(0);
  await page.getByTestId('compare-link').click();
  await expect(page).toHaveURL(/\/compare\?/);
  await expect(page.getByTestId('comparison').getByRole('columnheader').first()).toContainText('2 × GeForce RTX 3090');
});

test('rows that are the same can be left out', async ({ page }) => {
  await page.goto(THREE);
  const rows = page.getByTestId('comparison').getByRole('rowheader');
  const all = await rows.count();
  await page.getByTestId('differences-only').click();
  await expect(page).toHaveURL(/only=differences/);
  expect(await rows.count()).toBeLessThan(all);
  await page.getByTestId('all-rows').click();
  expect(await rows.count()).toBe(all);
});

test('the form adds, keeps and takes away', async ({ page }) => {
  await page.goto(THREE);
  const columns = page.getByTestId('comparison').getByRole('columnheader');
  const change = page.getByTestId('change');
  await change.click();
  await pick(page.locator('#f-add'), 'rtx-5090');
  await page.getByLabel('How many of it').fill('2');
  await page.getByLabel('Epochs').fill('3');
  await page.getByTestId('compare').click();
  await expect(columns).toHaveCount(4);
  await expect(columns.nth(3)).toContainText('2 × GeForce RTX 5090');
  await expect(page.getByLabel('Epochs')).toHaveValue('3');
  await change.click();
  await page.getByRole('checkbox', { name: /2 × GeForce RTX 3090/ }).uncheck();
  await page.getByTestId('compare').click();
  await expect(columns).toHaveCount(3);
  await columns.first().getByRole('link', { name: /^Remove/ }).click();
  await expect(columns).toHaveCount(2);
  await expect(columns.first()).toContainText('RTX 3060');
});

test('what is wrong is named, kept, and mended by one click', async ({ page }) => {
  await page.goto(WRONG);
  const summary = page.getByTestId('error-summary');
  await expect(summary).toContainText('Machine 2');
  await expect(page.getByTestId('comparison').getByRole('columnheader')).toHaveCount(2);
  await summary.getByRole('link', { name: 'Use rtx-4090' }).click();
  await expect(summary).toHaveCount(0);
  await expect(page.getByTestId('comparison').getByRole('columnheader')).toHaveCount(3);
});

test('a comparison is in view, and its form one step away', async ({ page }) => {
  await page.goto(THREE);
  await expect(page.getByTestId('comparison')).toBeInViewport();
  await expect(page.getByTestId('compare')).toBeHidden();
});

test('a comparison carries no script but that of its lists', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(THREE, { waitUntil: 'networkidle' });
  expect(loaded.filter((name) => /\.(js|wasm)$/.test(name) && name !== '/choose.js')).toEqual([]);
});

test('on paper there is the answer and no form', async ({ page }) => {
  await page.goto(THREE);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByTestId('comparison')).toBeVisible();
  await expect(page.getByTestId('compare')).toBeHidden();
  await expect(page.getByTestId('comparison').getByRole('link').first()).toBeHidden();
});

for (const locale of ['en-US', 'zh-CN']) {
  test.describe(`axe and width, ${locale}`, () => {
    test.use({ locale, viewport: { width: 320, height: 640 } });
    test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'axe needs scripts');

    for (const path of ['/compare', THREE, `${THREE}&only=differences`, WRONG, `${JOB}&with=`]) {
      test(path, async ({ page }) => {
        await page.goto(path);
        await page.locator('details').evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
        expect(await violations(page, ACCESSIBLE)).toEqual([]);
      });
    }
  });
}
