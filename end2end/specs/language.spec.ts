import { change, expect, figures, FITS, open, planner, test } from './fixtures';

test.describe('a Chinese browser', () => {
  test.use({ locale: 'zh-CN' });

  test('gets the planner in Chinese', async ({ page, hydrated }) => {
    await open(page, hydrated, FITS);
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
    const { verdict } = planner(page);
    await expect(verdict.first()).toContainText('显存');
    await expect(verdict.first()).not.toContainText(/Fits|bound by/);
    // The live answer speaks the same language as the served one.
    const before = await figures(page, 'verdict');
    await change(page, hydrated, 'batch', '128');
    await expect.poll(() => figures(page, 'verdict')).not.toBe(before);
    await expect(verdict.first()).toContainText('显存');
  });

  test('gets home in Chinese', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Han}/u);
  });
});

test('the switch changes the language and keeps the plan', async ({ page }) => {
  await page.goto(FITS);
  const { verdict, field } = planner(page);
  await expect(verdict.first()).not.toHaveText(/\p{Script=Han}/u);
  const control = page.getByTestId('lang-switch');
  await control.locator('a, button').or(control).filter({ hasText: '中文' }).last().click();
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(verdict.first()).toContainText('显存');
  await expect(field('batch')).toHaveValue('32');
});

test('an English address is English for everybody', async ({ browser, baseURL, javaScriptEnabled }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/en');
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  await context.close();
});
