import { change, expect, figures, FITS, open, planner, test } from './fixtures';

test('a field out of range is named with its range', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  const before = await figures(page, 'vram-bar');
  await change(page, hydrated, 'batch', '0');
  const box = planner(page).field('batch');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  const described = await box.getAttribute('aria-describedby');
  expect(described).toBeTruthy();
  const message = page.locator((described ?? '').split(' ').map((id) => `[id="${id}"]`).join(', '));
  await expect(message.filter({ hasText: /1\D+[\d,]+/ }).first()).toBeVisible();
  // The last answer stays, so that the page does not jump while somebody types.
  if (hydrated) expect(await figures(page, 'vram-bar')).toBe(before);
});

test('a link with bad values opens with a summary that leads to the fields', async ({ page }) => {
  const answer = await page.goto('/plan?v=1&gpu=rtx-4090&model=resnet50&batch=0&ram=lots');
  expect(answer?.status()).toBeLessThan(500);
  const { errors } = planner(page);
  await expect(errors).toBeVisible();
  const links = errors.locator('a[href^="#"]');
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    const target = ((await link.getAttribute('href')) ?? '').slice(1);
    await expect(page.locator(`[id="${target}"]`)).toHaveCount(1);
  }
});

test('an unknown id names the nearest', async ({ page }) => {
  await page.goto('/plan?v=1&gpu=rtx-409&model=resnet50');
  await expect(planner(page).errors).toContainText(/rtx-4090|RTX 4090/);
});

test('a parameter that nobody knows is reported and kept', async ({ page }) => {
  await page.goto(`${FITS}&colour=blue`);
  await expect(page.locator('main')).toContainText('colour');
});

test('a plan that was never issued is a 404 in the language of the reader', async ({ page }) => {
  const answer = await page.goto('/p/aaaaaaaaaaaaaaaa');
  expect(answer?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page that does not exist is a 404 with a way back', async ({ page }) => {
  const answer = await page.goto('/nowhere');
  expect(answer?.status()).toBe(404);
  await expect(page.locator('a[href="/"], a[href="/en"], a[href="/zh"]').first()).toBeVisible();
});

test.describe('for a Chinese reader', () => {
  test.use({ locale: 'zh-CN' });

  test('the 404 is in Chinese', async ({ page }) => {
    const answer = await page.goto('/p/aaaaaaaaaaaaaaaa');
    expect(answer?.status()).toBe(404);
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Han}/u);
  });

  test('errors are in Chinese', async ({ page }) => {
    await page.goto('/plan?v=1&gpu=rtx-4090&model=resnet50&batch=0');
    await expect(planner(page).errors).toHaveText(/\p{Script=Han}/u);
    await expect(planner(page).errors).not.toContainText(/must be|between|out of range/i);
  });
});
