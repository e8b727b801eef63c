import { expect, test } from './fixtures';

const pages = [
  { path: '/en/need', heading: 'What do I need?', open: /^Open .* in the planner/ },
  { path: '/zh/need', heading: '我需要什么？', open: /^在规划器中打开/ },
];

for (const { path, heading, open } of pages) {
  test(`${path} names machines, and each opens as a plan that fits`, async ({ page }) => {
    await page.goto(`${path}?v=1&model=resnet50&budget=2000`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByTestId('machine-cheapest')).toBeVisible();
    await page.getByTestId('machine-cheapest').getByRole('link', { name: open }).click();
    await expect(page).toHaveURL(/\/plan\?/);
    await expect(page.getByTestId('verdict').first()).toBeVisible();
    await expect(page.getByTestId('error-summary')).toHaveCount(0);
  });
}

test('the form asks by its address', async ({ page }) => {
  await page.goto('/en/need');
  await page.getByLabel('Budget, USD').fill('1500');
  await page.getByTestId('find').click();
  await expect(page).toHaveURL(/budget=1500/);
  await expect(page.getByTestId('machines').first()).toBeVisible();
});

test('a budget that buys nothing is relaxed by one click', async ({ page }) => {
  await page.goto('/en/need?v=1&model=resnet50&budget=100');
  const summary = page.getByTestId('error-summary');
  await expect(summary).toBeVisible();
  await summary.getByRole('link').first().click();
  await expect(page.getByTestId('machine-cheapest')).toBeVisible();
});

test('the second door leads to the page of machines, which carries no script', async ({ page }) => {
  const loaded: string[] = [];
  await page.goto('/en');
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'What should I buy?' }).click();
  await expect(page.getByTestId('machine-cheapest')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((name) => /\.(js|wasm)$/.test(name) && name !== '/choose.js')).toEqual([]);
});
