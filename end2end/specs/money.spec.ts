import { expect, FITS, test } from './fixtures';

const PARTS = FITS.replace('/plan', '/bom');

test('own prices go before those of the catalog, and the files have them too', async ({ page }) => {
  await page.goto(PARTS);
  const form = page.getByTestId('money-form');
  await form.locator('[name="own_prices"]').fill('id,unit_price\nrtx-4090,1234.5');
  await form.locator('[name="electricity_per_kwh"]').fill('0.2');
  await page.getByTestId('use-prices').click();
  await expect(page).toHaveURL(/own_prices=/);
  await expect(page.getByTestId('part-gpu')).toContainText('1,234.50 USD');
  await expect(page.getByTestId('bom-energy')).toBeVisible();
  await expect(page.getByTestId('bom-ladder').locator('> li')).toHaveCount(3);
  expect(await page.getByTestId('bom-csv').getAttribute('href')).toContain('own_prices=');
  expect(await page.getByTestId('views').getByRole('link', { name: 'Memory' }).getAttribute('href')).not.toContain('own_prices');
});

test('a table with a fault is named with its line, and the bill stands without it', async ({ page }) => {
  await page.goto(`${PARTS}&own_prices=${encodeURIComponent('id,unit_price\nrtx-409,5')}`);
  await expect(page.getByTestId('error-summary')).toContainText('line 2: `rtx-409` is no part of the catalog');
  await expect(page.getByTestId('bom-parts')).toBeVisible();
});
