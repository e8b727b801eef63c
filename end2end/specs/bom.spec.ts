import { readFile } from 'node:fs/promises';
import { ACCESSIBLE, AXE_LOCALES, expect, FITS, open, planner, test, unfold, violations } from './fixtures';

const PARTS = FITS.replace('/plan', '/bom');
const FILES = [
  { format: 'csv', start: '\ufeffKind,' },
  { format: 'xlsx', start: 'PK' },
  { format: 'md', start: '# Bill of materials: ' },
  { format: 'request.md', start: '# Purchase request: ' },
  { format: 'json', start: '{' },
];

test('the planner leads to the parts of its plan, and they lead back', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  await planner(page).part('bom-link').click();
  await expect(page).toHaveURL(/\/bom\?.*gpu=rtx-4090/);
  await expect(page.getByRole('heading', { level: 1 }).first()).toContainText('RTX 4090');
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
  await unfold(marks.first());
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
  await expect(page.getByRole('heading', { level: 1 }).first()).toContainText('的部件');
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

test('the machine is drawn for the room that there is, and said in words', async ({ page }) => {
  await page.goto(PARTS);
  const drawn = page.getByTestId('machine-picture').getByRole('img');
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(drawn).toHaveCount(1);
    await expect(drawn).toHaveAccessibleDescription(/RTX 4090.*x16.*mm long.*memory slots.*draws [\d,]+ W/);
    await expect(drawn.locator('text').filter({ hasText: 'GeForce RTX' }).first()).toBeVisible();
    const smallest = await drawn.evaluate((svg) => {
      const scale = svg.getBoundingClientRect().width / (svg as SVGSVGElement).viewBox.baseVal.width;
      return Math.min(...Array.from(svg.querySelectorAll('text'), (text) => parseFloat(getComputedStyle(text).fontSize) * scale));
    });
    expect(smallest).toBeGreaterThanOrEqual(11);
  }
});

test('the total stays in view beside the list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PARTS);
  await expect(page.getByTestId('bom-total')).toBeInViewport({ ratio: 1 });
  await page.getByTestId('part-memory').scrollIntoViewIfNeeded();
  await expect(page.getByTestId('bom-total')).toBeInViewport({ ratio: 1 });
});

test('paper has the sheet to order by, and no buttons', async ({ page }) => {
  await page.goto(PARTS);
  await expect(page.getByTestId('purchase-sheet')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByTestId('purchase-sheet');
  await expect(sheet).toBeVisible();
  await expect(sheet).toContainText(/Fits.*NVIDIA GeForce RTX 4090.*All parts.*Settings of the run.*Conditions.*Sources of the prices/s);
  await expect(sheet.getByRole('img', { name: /^QR code of / })).toBeVisible();
  for (const gone of ['bom-csv', 'views', 'bom-parts', 'money-form']) await expect(page.getByTestId(gone)).toBeHidden();
  for (const gone of ['header.site', 'footer.site']) await expect(page.locator(gone)).toBeHidden();
});

for (const language of ['en', 'zh']) {
  test(`a sheet is two pages of A4 at most (${language})`, async ({ page }) => {
    const pages = async (path: string) => {
      await page.goto(path);
      const pdf = await page.pdf({ format: 'A4' });
      return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;
    };
    for (const machine of ['gpus=2&cpu=ryzen-9-7950x', 'gpus=4&cpu=epyc-9554&ram=256&sharding=ddp']) {
      expect(await pages(`/${language}${PARTS}&${machine}`), machine).toBe(2);
    }
    expect(await pages(`/${language}/bom?v=1&gpu=m4-max-128gb&model=resnet50`)).toBe(1);
    await page.goto(`/${language}${FITS}`);
    await page.getByTestId('save-form').getByRole('button', { name: /Create link|创建链接/ }).click();
    await page.waitForURL(/\/p\//);
    expect(await pages(page.url())).toBe(2);
  });
}

for (const language of AXE_LOCALES.map((locale) => locale.slice(0, 2))) {
  for (const media of ['screen', 'print'] as const) {
    test(`axe finds nothing (${language}, ${media})`, async ({ page, javaScriptEnabled }) => {
      test.skip(javaScriptEnabled === false, 'axe needs scripts');
      await page.emulateMedia({ media });
      await page.goto(`/${language}${PARTS}`);
      expect(await violations(page, ACCESSIBLE)).toEqual([]);
    });
  }
}
