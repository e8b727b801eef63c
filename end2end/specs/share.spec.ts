import { change, expect, figures, FITS, open, test, unfold } from './fixtures';
import type { Page } from '@playwright/test';

/** Saves the plan that is open and returns the address of what was saved. */
async function save(page: Page, title?: string): Promise<string> {
  const form = page.getByTestId('save-form');
  await unfold(form);
  const box = form.locator('[name="title"]');
  if (title && (await box.count())) await box.fill(title);
  await form.locator('button[type="submit"], button:not([type])').first().click();
  await page.waitForURL(/\/p\/[\w-]+/);
  return new URL(page.url()).pathname;
}

test('a saved plan shows the same figures to somebody else', async ({ page, browser, javaScriptEnabled, baseURL }) => {
  await page.goto(FITS);
  const [verdict, bar] = [await figures(page, 'verdict'), await figures(page, 'vram-bar')];
  const path = await save(page, 'Lab 3, spring');
  expect(await figures(page, 'verdict')).toBe(verdict);

  const stranger = await browser.newContext({ baseURL, javaScriptEnabled, locale: 'en-US' });
  const other = await stranger.newPage();
  await other.goto(path);
  expect(await figures(other, 'verdict')).toBe(verdict);
  expect(await figures(other, 'vram-bar')).toBe(bar);
  await expect(other.locator('main')).toContainText('Lab 3, spring');
  await stranger.close();
});

test('a saved plan opens as a copy to edit', async ({ page }) => {
  await page.goto(FITS);
  const verdict = await figures(page, 'verdict');
  await save(page);
  await page.locator('main a[href*="/plan?"]').first().click();
  await expect(page).toHaveURL(/\/plan\?/);
  expect(await figures(page, 'verdict')).toBe(verdict);
});

test('what is saved is what was changed last', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'without a script the page is what was calculated');
  await open(page, hydrated, FITS);
  const before = await figures(page, 'verdict');
  await change(page, hydrated, 'batch', '48');
  await expect.poll(() => figures(page, 'verdict')).not.toBe(before);
  const changed = await figures(page, 'verdict');
  await save(page);
  expect(await figures(page, 'verdict')).toBe(changed);
});

test('a title is text, not markup', async ({ page }) => {
  await page.goto(FITS);
  await save(page, '<b id="injected">plan</b>');
  await expect(page.locator('#injected')).toHaveCount(0);
  await expect(page.locator('main')).toContainText('<b id="injected">');
});

test('a saved plan is not offered to search engines or to other sites', async ({ page, request }) => {
  await page.goto(FITS);
  const path = await save(page);
  const headers = (await request.get(path)).headers();
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBeTruthy();
});
