import { brotliCompressSync } from 'node:zlib';
import { ACCESSIBLE, expect, test, violations } from './fixtures';

const PAGES = [
  { path: '/en/accuracy', heading: 'How accurate are the estimates?', simulated: 'Simulated' },
  { path: '/zh/accuracy', heading: '估算有多准？', simulated: '模拟' },
];

for (const { path, heading, simulated } of PAGES) {
  test.describe(path, () => {
    test('shows how close the engine comes', async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('.sets > .simulated')).toContainText(simulated);
      await expect(page.locator('.sets > .simulated strong').first()).toHaveText(/^\d+(\.\d+)?%$/);
      await expect(page.locator('table.misses:not(.timed) tbody tr')).toHaveCount(10);
      await expect(page.getByRole('navigation').getByRole('link', { name: /^(Accuracy|准确度)$/ })).toHaveAttribute('aria-current', 'page');
    });

    test('the plot has a name, a description and the same in figures', async ({ page }) => {
      await page.goto(path);
      const plot = page.getByRole('img', { name: /^(Scatter plot|估算值与参考值的散点图)/ });
      await expect(plot).toBeVisible();
      await expect(plot).toHaveAccessibleDescription(/15%/);
      const size = await plot.boundingBox();
      expect(size!.width).toBeGreaterThan(250);
      // Every row is in the table beside it: those within and beyond the band are all.
      const cells = await page.locator('.against table tbody tr:has(td)').evaluateAll((lines) =>
        lines.map((line) => [...line.querySelectorAll('td')].map((cell) => Number(cell.textContent!.replaceAll(',', '')))),
      );
      for (const [rows, , within, below, above] of cells) expect(within! + below! + above!).toBe(rows);
    });

    test('shows how close predicted rates come', async ({ page }) => {
      await page.goto(path);
      const plot = page.getByRole('img', { name: /^(Predicted against measured rates|预测速率与实测速率)/ });
      await expect(plot).toBeVisible();
      await expect(plot).toHaveAccessibleDescription(/20%/);
      await expect(page.locator('table.timed tbody tr')).toHaveCount(10);
      await expect(page.getByRole('row', { name: /^Ampere/ })).toBeVisible();
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
      const misses = page.getByRole('region').filter({ has: page.locator('table.misses:not(.timed)') });
      await misses.focus();
      await expect(misses).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => misses.evaluate((region) => region.scrollLeft)).toBeGreaterThan(0);
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

test('on paper the page is black on white, with its plot and tables', async ({ page }) => {
  await page.goto('/en/accuracy');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('img', { name: /^Scatter plot/ })).toBeVisible();
  await expect(page.locator('table.misses:not(.timed)')).toBeVisible();
  const fill = await page.locator('.points').first().evaluate((mark) => getComputedStyle(mark).stroke);
  expect(fill).toBe('rgb(0, 0, 0)');
});

test('every row can be taken away', async ({ page, request }) => {
  await page.goto('/en/accuracy');
  const link = page.getByRole('link', { name: 'Every row as CSV' });
  const answer = await request.get((await link.getAttribute('href'))!);
  expect(answer.headers()['content-type']).toMatch(/^text\/csv/);
  const lines = (await answer.text()).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^set,source,source_detail,row,family,model,metric,settings,reference_bytes,estimate_bytes/);
  const shown = await page.locator('section.accuracy > p').first().innerText();
  expect(shown).toContain(`${(lines.length - 1).toLocaleString('en-US')} references`);
});

test('every rate can be taken away', async ({ page, request }) => {
  await page.goto('/en/accuracy');
  const link = page.getByRole('link', { name: 'Every rate as CSV' });
  const answer = await request.get((await link.getAttribute('href'))!);
  expect(answer.headers()['content-type']).toMatch(/^text\/csv/);
  expect(await answer.text()).toMatch(/^set,source,source_detail,row,family,generation,gpu,model,settings,measured,predicted,unit,/);
});
