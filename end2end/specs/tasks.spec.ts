import { expect, FITS, open, pick, test } from './fixtures';

// What people come for, and how many times they have to touch the page until it is answered in view.

test('"what to buy for Llama 3.1 8B under 3,000" takes four steps from the start page', async ({ page }) => {
  await page.goto('/en');
  const ask = page.getByTestId('ask-need');
  await pick(ask.locator('[name="model"]'), 'llama-3.1-8b');
  await ask.getByRole('textbox', { name: /USD/ }).fill('3000');
  await ask.getByRole('button').click();
  await expect(page.getByRole('heading', { name: /Llama 3.1 8B|Machines/ }).first()).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/RTX|Radeon/);
});

test('"why is it slow" takes three steps from the start page', async ({ page }) => {
  await page.goto('/en');
  await page.locator('a.preset').first().click();
  await page.getByTestId('views').getByRole('link', { name: 'Diagnose' }).click();
  await page.locator('a.door').first().click();
  await expect(page).toHaveURL(/\/diagnose\?.*see=/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});

test('a link to a plan takes two steps from any of its views', async ({ page }) => {
  for (const path of ['/plan', '/code']) {
    await page.goto(FITS.replace('/plan', path));
    await page.getByTestId('views').getByRole('link', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page).toHaveURL(/\/p\/[a-z2-7]{26}/);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the fields are within reach wherever one reads', async ({ page }) => {
    await page.goto(FITS);
    const inputs = page.locator('#inputs');
    const summary = inputs.locator('> summary');
    for (const to of [0, 900, 100_000]) {
      await page.evaluate((top) => scrollTo(0, top), to);
      await expect(summary).toBeInViewport({ ratio: 1 });
    }
    await summary.click();
    await expect(page.locator('#f-batch')).toBeVisible();
    const height = await inputs.evaluate((element) => element.getBoundingClientRect().height);
    expect(height).toBeLessThanOrEqual(844 * 0.71);
  });

  test('the sheet of fields closes by a key', async ({ page, hydrated }) => {
    test.skip(!hydrated, 'needs its script');
    await open(page, hydrated, FITS);
    const summary = page.locator('#inputs > summary');
    await summary.click();
    await page.locator('#f-batch').focus();
    await page.keyboard.press('Escape');
    await expect(page.locator('#f-batch')).toBeHidden();
    await expect(summary).toBeFocused();
  });

  test('a link at fault shows its answer and its faults, which lead to their fields', async ({ page, hydrated }) => {
    await open(page, hydrated, `${FITS}&workers=many`);
    const fault = page.getByTestId('error-summary').getByRole('link').first();
    await expect(page.locator('#f-workers')).toBeHidden();
    await fault.click();
    await expect(page.locator('#f-workers')).toBeVisible();
  });
});

test('what is set in a plan is listed, and one step back to automatic', async ({ page }) => {
  await page.goto(`${FITS}&workers=3`);
  const set = page.getByTestId('set');
  await expect(set).toContainText('32');
  await set.getByRole('link', { name: /back to automatic/ }).first().click();
  await expect(page).not.toHaveURL(/precision=fp16-amp.*batch=32.*workers=3/);
  await page.getByTestId('unset-all').click();
  await expect(page).toHaveURL(/\/plan\?v=1&gpu=rtx-4090&model=resnet50$/);
  await expect(set).toBeHidden();
});
