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

test('home carries small scripts only, and no WebAssembly', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((path) => /\.(js|wasm)$/.test(path) && !['/plans.js', '/choose.js', '/home.js'].includes(path))).toEqual([]);
});

test('the start page answers as its question changes, and on the way back to it', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'needs its script');
  await page.goto('/en');
  const answer = page.locator('#answer');
  await expect(answer).toContainText('RTX 4090');
  const gpu = page.getByTestId('ask-fit').locator('input[role="combobox"]').last();
  await gpu.fill('h100 pcie');
  await page.keyboard.press('Enter');
  await expect(answer.getByRole('heading').first()).toContainText('H100 PCIe');
  await expect(answer.locator('a[href*="/plan?"]').first()).toHaveAttribute('href', /gpu=h100-pcie/);
  await page.goto('/about');
  await page.goBack();
  await expect(answer.getByRole('heading').first()).toContainText('H100 PCIe');
});

test('the start page of a question answers it without a script', async ({ page }) => {
  await page.goto('/en?gpu=h100-pcie-80gb&model=gpt2');
  await expect(page.locator('#answer').getByRole('heading').first()).toContainText('GPT-2');
  await expect(page.getByTestId('ask-fit').locator('select[name="gpu"]')).toHaveValue('h100-pcie-80gb');
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
