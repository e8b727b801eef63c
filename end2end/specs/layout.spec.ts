import { brotliCompressSync } from 'node:zlib';
import { DOES_NOT_FIT, expect, FITS, planner, test } from './fixtures';

const PAGES = [
  '/',
  FITS,
  DOES_NOT_FIT,
  `${FITS}&ram=lots`,
  `${FITS}&accumulation=1&global_batch=100`,
  FITS.replace('/plan', '/code'),
  `${DOES_NOT_FIT.replace('/plan', '/diagnose')}&see=out-of-memory`,
  '/need',
  FITS.replace('/plan', '/upgrade'),
  '/need?v=1&model=resnet50&budget=100',
  '/run',
  '/run?v=1&gpu=rtx-3090&gpus=2&model=llama-3.1-70b&engine=vllm&weights=awq-int4&context=16384&concurrency=8',
  '/run?v=1&gpu=rtx-4060-ti-16gb&model=flux-dev&weights=bnb-nf4',
  '/run?v=1&context=abc',
  FITS.replace('/plan', '/call'),
  '/api',
  '/docs/api/recommend',
  '/docs/parameters',
  '/problems',
  '/problems/gone',
];

for (const locale of ['en-US', 'zh-CN']) {
  test.describe(`a phone of 320 pixels, ${locale}`, () => {
    test.use({ viewport: { width: 320, height: 640 }, locale });

    test('nothing scrolls sideways', async ({ page }) => {
      for (const path of PAGES) {
        await page.goto(path);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(width, path).toBeLessThanOrEqual(320);
      }
    });

    test('the verdict comes first', async ({ page }) => {
      await page.goto(FITS);
      await expect(planner(page).verdict.first()).toBeInViewport();
    });
  });
}

test('zoomed to 200% nothing scrolls sideways', async ({ page }) => {
  // Zoom halves the window in CSS pixels; 1280 is the width that WCAG 1.4.10 starts from.
  await page.setViewportSize({ width: 1280 / 2, height: 800 / 2 });
  await page.goto(FITS);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(1280 / 2);
});

test('on paper there are answers and no controls', async ({ page }) => {
  await page.goto(FITS);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(planner(page).verdict.first()).toBeVisible();
  await expect(planner(page).calculate).toBeHidden();
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']).toContain(background);
});

test('pages stay within their weight', async ({ request }) => {
  for (const path of ['/', '/en', '/zh', FITS, DOES_NOT_FIT, '/en/api', '/zh/api', '/docs/api/recommend', '/docs/parameters']) {
    const html = await (await request.get(path)).body();
    expect(brotliCompressSync(html).length, path).toBeLessThanOrEqual(25_000);
  }
});

test('assets come compressed and are told apart by version', async ({ request }) => {
  for (const path of ['/pkg/rigwise_text.js', '/pkg/rigwise_text.wasm', '/pkg/rigwise_media.wasm', '/pkg/rigwise.css']) {
    const answer = await request.get(path, { headers: { 'accept-encoding': 'br' } });
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['content-encoding'], path).toBe('br');
    const etag = answer.headers().etag;
    expect(etag, path).toBeTruthy();
    const again = await request.get(path, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    expect(again.status(), path).toBe(304);
  }
});
