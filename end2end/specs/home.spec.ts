import { expect, test } from './fixtures';

test('home offers presets, and each of them opens a plan with a verdict', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const presets = page.locator('main a[href*="/plan?"]');
  const links = await presets.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links.length).toBeGreaterThanOrEqual(3);
  for (const link of new Set(links)) {
    await page.goto(link);
    await expect(page.getByTestId('verdict').first(), link).toBeVisible();
    await expect(page.getByTestId('error-summary'), link).toHaveCount(0);
  }
});

test('following a preset is one click', async ({ page }) => {
  await page.goto('/');
  await page.locator('main a[href*="/plan?"]').first().click();
  await expect(page).toHaveURL(/\/plan\?/);
  await expect(page.getByTestId('verdict').first()).toBeVisible();
});

test('home carries no script but the list of plans, and no WebAssembly', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((path) => /\.(js|wasm)$/.test(path) && !['/plans.js', '/choose.js'].includes(path))).toEqual([]);
});

test('every link of the page frame leads somewhere', async ({ page, request }) => {
  await page.goto('/');
  const links = await page
    .locator('header a[href^="/"], footer a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const link of new Set(links)) {
    const answer = await request.get(link);
    expect(answer.status(), link).toBeLessThan(400);
  }
});
