import { brotliCompressSync } from 'node:zlib';
import { ACCESSIBLE, expect, planner, test, violations } from './fixtures';

const PAGES = [
  { path: '/en/cases', heading: 'What guides report, and what the model says', open: /^Open in the planner/ },
  { path: '/zh/cases', heading: '指南的报告与引擎的估算', open: /^在规划器中打开/ },
];

for (const { path, heading, open } of PAGES) {
  test.describe(path, () => {
    test('shows every case with its scenario, its figures and a comment', async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: /^(Cases|案例)$/ })).toHaveAttribute('aria-current', 'page');
      await expect(page.locator('article.study')).toHaveCount(6);
      // Three machines for each of guide A's jobs, before and after for each of guide B's.
      await expect(page.getByRole('link', { name: open })).toHaveCount(3 * 3 + 3 * 2);
      const groups = page.locator('table.reports tbody');
      await expect(groups).toHaveCount(9 + 8 + 9 + 7 + 7 + 4);
      const comments = await groups.locator('td.reason').allInnerTexts();
      expect(comments.length).toBe(await groups.count());
      expect(comments.every((comment) => comment.length > 12)).toBe(true);
    });

    test('a reported figure stands beside the model’s', async ({ page }) => {
      await page.goto(path);
      const rows = page.locator('#resnet50 tbody').nth(1).locator('tr');
      await expect(rows.nth(1).locator('td').nth(0)).toHaveText('16');
      await expect(rows.nth(1).locator('td').nth(1)).toHaveText(/^\d+$/);
      await expect(rows.nth(1).locator('td').nth(2)).toHaveText(/^(× [\d.,]+|÷ [\d.,]+|[+−]\d+%|0%)$/);
      // Guide B's figures come with how they changed.
      const ratio = page.locator('#resnet101-unet tr.ratio td').first();
      await expect(ratio).toHaveText('× 4.0');
    });

    test('axe', async ({ page, javaScriptEnabled }) => {
      test.skip(javaScriptEnabled === false, 'axe needs scripts');
      await page.goto(path);
      expect(await violations(page, ACCESSIBLE)).toEqual([]);
    });

    test('on a phone only tables scroll sideways, by keyboard too', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      const figures = page.locator('#resnet50').getByRole('region');
      await figures.focus();
      await expect(figures).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => figures.evaluate((region) => region.scrollLeft)).toBeGreaterThan(0);
    });

    test('stays within its weight and loads no script', async ({ page, request }) => {
      const html = await (await request.get(path)).body();
      expect(brotliCompressSync(html).length).toBeLessThanOrEqual(25_000);
      const scripts: string[] = [];
      page.on('request', (asked) => asked.resourceType() === 'script' && scripts.push(asked.url()));
      await page.goto(path);
      expect(scripts).toEqual([]);
    });
  });
}

test('a case opens in the planner as its scenario says', async ({ page }) => {
  await page.goto('/en/cases');
  const card = page.locator('#bert-base .states > li').filter({ hasText: '16 GB RAM' });
  await expect(card).toContainText('training.micro_batch_size = 8');
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/plan\?v=1&gpu=rtx-4090/);
  for (const [name, value] of [['batch', '8'], ['ram', '16'], ['model', 'bert-base'], ['precision', 'fp32'], ['workers', '4']] as const) {
    await expect(planner(page).field(name)).toHaveValue(value);
  }
  await expect(planner(page).errors).toHaveCount(0);
});

test('every scenario opens without a fault', async ({ page, request }) => {
  await page.goto('/en/cases');
  const links = await page.locator('.states a').evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
  for (const link of links) {
    const estimate = await request.get(link.replace('/plan?', '/api/v1/estimate?'));
    expect(estimate.status(), link).toBe(200);
  }
});

test('on paper the page has its scenarios, tables and comments', async ({ page }) => {
  await page.goto('/en/cases');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('#resnet50 .shared-fields')).toContainText('hardware.gpu = rtx-4090');
  await expect(page.locator('#resnet50 td.reason').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open in the planner/ }).first()).toBeHidden();
  const ink = await page.locator('#resnet50 td.reason').first().evaluate((cell) => getComputedStyle(cell).color);
  expect(ink).toBe('rgb(0, 0, 0)');
});
