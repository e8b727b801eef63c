import { readFile } from 'node:fs/promises';
import { ACCESSIBLE, expect, FITS, open, planner, test, violations } from './fixtures';

const PARTS = FITS.replace('/plan', '/bom');
const FILES = [
  { format: 'csv', start: '\ufeffKind,' },
  { format: 'xlsx', start: 'PK' },
  { format: 'md', start: '# Bill of materials: ' },
  { format: 'json', start: '{' },
];

test('the planner leads to the parts of its plan, and they lead back', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  await planner(page).part('bom-link').click();
  await expect(page).toHaveURL(/\/bom\?.*gpu=rtx-4090/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('RTX 4090');
  await expect(page.getByTestId('part-gpu')).toContainText('RTX 4090');
  await expect(page.getByTestId('bom-total')).toContainText(/price/);
  await page.getByTestId('views').getByRole('link', { name: 'Memory' }).click();
  await expect(page).toHaveURL(/\/plan\?.*batch=32/);
  await expect(planner(page).verdict.first()).toBeVisible();
});

test('every price leads to its source', async ({ page }) => {
  await page.goto(PARTS);
  const marks = page.getByTestId('bom-parts').locator('sup a');
  const count = await marks.count();
  expect(count).toBeGreaterThan(0);
  for (let place = 0; place < count; place++) {
    const target = (await marks.nth(place).getAttribute('href')) ?? '';
    await expect(page.locator(target)).toHaveCount(1);
  }
  await marks.first().click();
  await expect(page).toHaveURL(/#source-\d+$/);
});

for (const { format, start } of FILES) {
  test(`the parts are kept as ${format}`, async ({ page }) => {
    await page.goto(PARTS);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(`bom-${format}`).click()]);
    expect(download.suggestedFilename()).toBe(`rigwise-bom-rtx-4090-resnet50.${format}`);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith(start)).toBe(true);
  });
}

test('a Chinese reader gets Chinese parts and files', async ({ browser, javaScriptEnabled, baseURL }) => {
  const context = await browser.newContext({ locale: 'zh-CN', javaScriptEnabled: javaScriptEnabled !== false, baseURL });
  const page = await context.newPage();
  await page.goto(PARTS);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('的部件');
  await expect(page.getByTestId('part-cpu')).toContainText('处理器');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('bom-csv').click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain('类别,');
  await context.close();
});

test('each machine for a workload has its parts', async ({ page }) => {
  await page.goto('/en/need?v=1&model=resnet50&budget=2000');
  await page.getByTestId('machine-cheapest').getByRole('link', { name: /^Parts and prices/ }).click();
  await expect(page).toHaveURL(/\/bom\?/);
  await expect(page.getByTestId('bom-parts')).toBeVisible();
  await expect(page.getByTestId('error-summary')).toHaveCount(0);
});

test('a field at fault is named and the rest is listed', async ({ page }) => {
  await page.goto(`${PARTS}&ram=lots`);
  await expect(page.getByTestId('error-summary')).toBeVisible();
  await expect(page.getByTestId('bom-parts')).toBeVisible();
});

test('the page carries no script and does not scroll sideways on a phone', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(PARTS);
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((name) => /\.(js|wasm)$/.test(name))).toEqual([]);
  const width = await page.locator('body').evaluate((body) => body.ownerDocument.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
});

test('paper shows the parts and their sources, and no buttons', async ({ page }) => {
  await page.goto(PARTS);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByTestId('bom-parts')).toBeVisible();
  await expect(page.getByTestId('bom-sources')).toBeVisible();
  for (const gone of ['bom-csv', 'views']) await expect(page.getByTestId(gone)).toBeHidden();
});

test('axe finds nothing, on paper neither', async ({ page, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'axe needs scripts');
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media });
    await page.goto(PARTS);
    expect(await violations(page, ACCESSIBLE)).toEqual([]);
  }
});
