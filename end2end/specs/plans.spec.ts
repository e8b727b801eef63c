import { expect, FITS, test } from './fixtures';
import type { Page } from '@playwright/test';

async function save(page: Page, title: string): Promise<string> {
  await page.goto(FITS);
  const form = page.getByTestId('save-form');
  await form.locator('[name="title"]').fill(title);
  await form.locator('button').last().click();
  await page.waitForURL(/\/p\/[\w-]+/);
  return new URL(page.url()).pathname;
}

test('a plan that was created here is listed, exported, forgotten and imported again', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'the list needs a script');
  await page.goto('/');
  await expect(page.locator('[data-recent]')).toBeHidden();
  const path = await save(page, 'Listed <b>');
  await expect(page.locator('[data-remembered]')).toBeVisible();
  await page.goto('/');
  await expect(page.locator('[data-recent] li a')).toHaveText('Listed <b>');
  await page.goto('/plans');
  await expect(page.locator('.plans li')).toContainText('edit key kept');

  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-do=export]').click()]);
  const file = await download.path();
  page.on('dialog', (dialog) => dialog.accept());
  await page.locator('.plans li button').click();
  await expect(page.locator('.plans li')).toHaveCount(0);
  await expect(page.locator('[data-empty]')).toBeVisible();
  await page.locator('#plans-file').setInputFiles(file);
  await expect(page.locator('.plans li a')).toHaveAttribute('href', path);
  await page.locator('#plans-file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('[1]') });
  await expect(page.locator('[data-said]')).toHaveText('This file is no list of plans.');
  await page.locator('[data-do=forget-all]').click();
  await expect(page.locator('.plans li')).toHaveCount(0);
});

test('a plan of others is remembered only at the press of a button', async ({ page, browser, baseURL, javaScriptEnabled, hydrated }) => {
  test.skip(!hydrated, 'the list needs a script');
  const path = await save(page, 'Theirs');
  const reader = await (await browser.newContext({ baseURL, javaScriptEnabled, locale: 'en-US' })).newPage();
  await reader.goto(path);
  const stored = () => reader.evaluate(() => localStorage.length);
  expect(await stored()).toBe(0);
  await reader.locator('[data-remember]').click();
  expect(await stored()).toBe(1);
  await reader.goto('/plans');
  await expect(reader.locator('.plans li')).toHaveCount(1);
  await expect(reader.locator('.plans li .tag')).toHaveCount(0);
  await reader.context().close();
});

test('a list that cannot be read is set aside', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'the list needs a script');
  await page.goto('/about/privacy');
  await page.evaluate(() => localStorage.setItem('rigwise.plans', '{"plans": 7'));
  await page.goto('/plans');
  await expect(page.locator('[data-said]')).toContainText('could not be read');
  expect(await page.evaluate(() => localStorage.getItem('rigwise.plans.unreadable'))).toBe('{"plans": 7');
});

test('without a script the page says where the list is', async ({ page, hydrated }) => {
  test.skip(hydrated, 'with a script there is the list');
  await page.goto('/plans');
  await expect(page.locator('[data-scriptless]')).toBeVisible();
  await expect(page.locator('.plans-tools')).toBeHidden();
});
