import { expect, FITS, test, unfold } from './fixtures';

const PARTS = FITS.replace('/plan', '/bom');

test('own prices go before those of the catalog, and the files have them too', async ({ page }) => {
  await page.goto(PARTS);
  const form = page.getByTestId('money-form');
  await unfold(form.locator('[name="own_prices"]'));
  await form.locator('[name="own_prices"]').fill('id,unit_price\nrtx-4090,1234.5');
  await form.locator('[name="electricity_per_kwh"]').fill('0.2');
  await page.getByTestId('use-prices').click();
  await expect(page).toHaveURL(/own_prices=/);
  await expect(page.getByTestId('part-gpu')).toContainText('1,234.50 USD');
  await expect(page.getByTestId('bom-energy')).toBeVisible();
  await expect(page.getByTestId('bom-ladder').locator('> li')).toHaveCount(3);
  expect(await page.getByTestId('bom-csv').getAttribute('href')).toContain('own_prices=');
  const sum = await page.getByTestId('bom-total').locator('strong').innerText();
  await page.getByTestId('views').getByRole('link', { name: 'Memory' }).click();
  await expect(page).toHaveURL(/own_prices=/);
  await expect(page.getByTestId('glance')).toContainText(sum);
  await page.getByTestId('views').getByRole('link', { name: 'Machine' }).click();
  await expect(page.getByTestId('bom-total').locator('strong')).toHaveText(sum);
});

test('a table with a fault is named with its line, and the bill stands without it', async ({ page }) => {
  await page.goto(`${PARTS}&own_prices=${encodeURIComponent('id,unit_price\nrtx-409,5')}`);
  await expect(page.getByTestId('error-summary')).toContainText('line 2: `rtx-409` is no part of the catalog');
  await expect(page.getByTestId('bom-parts')).toBeVisible();
});

test('a price is changed where it stands, and taken back', async ({ page }) => {
  await page.goto(PARTS);
  const before = await page.getByTestId('bom-total').locator('strong').innerText();
  const field = page.getByTestId('part-gpu').getByRole('textbox', { name: /Your price of one NVIDIA GeForce RTX 4090, in USD/ });
  await field.fill('1234.5');
  await page.getByTestId('recalculate').click();
  await expect(page).toHaveURL(/price\.rtx-4090=1234\.5/);
  await expect(page.getByTestId('part-gpu')).toContainText('1,234.50 USD');
  await expect(page.getByTestId('bom-total').locator('strong')).not.toHaveText(before);
  await expect(field).toHaveValue('1234.5');
  expect(await page.getByTestId('bom-csv').getAttribute('href')).toContain('own_prices=');
  await field.fill('');
  await page.getByTestId('recalculate').click();
  await expect(page.getByTestId('bom-total').locator('strong')).toHaveText(before);
});

test('a price at fault is named at its field', async ({ page }) => {
  await page.goto(PARTS);
  const field = page.locator('#price-rtx-4090');
  await field.fill('dear');
  await page.getByTestId('recalculate').click();
  await page.getByTestId('error-summary').getByRole('link', { name: /Your price of/ }).click();
  await expect(page).toHaveURL(/#price-rtx-4090$/);
  await expect(field).toHaveValue('dear');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/number/);
  await expect(page.getByTestId('prices-unused')).toBeVisible();
});

test('every amount is in the currency that is chosen, by the rate that is given', async ({ page }) => {
  await page.goto(`${PARTS}&price.rtx-4090=2000`);
  const choose = page.getByTestId('currency-switch');
  await choose.getByLabel('Yuan (CNY)').check();
  await page.getByTestId('use-currency').click();
  await expect(page.getByTestId('error-summary')).toContainText('needs a rate of exchange');
  await expect(page.locator('#m-cny_per_usd')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('#m-cny_per_usd').fill('7');
  await page.getByTestId('use-currency').click();
  await expect(page.getByTestId('part-gpu')).toContainText('14,000.00 CNY');
  await choose.getByLabel('Other', { exact: true }).check();
  await page.locator('#m-other_currency').fill('EUR');
  await page.locator('#m-other_rate').fill('0.5');
  await page.getByTestId('use-currency').click();
  await expect(page.getByTestId('part-gpu')).toContainText('1,000.00 EUR');
  await expect(page.getByTestId('bom-total')).toContainText('EUR');
  await choose.getByLabel('US dollar (USD)').check();
  await page.getByTestId('use-currency').click();
  await expect(page.getByTestId('part-gpu')).toContainText('2,000.00 USD');
});

test('a plan is kept with its prices', async ({ page }) => {
  await page.goto(`${PARTS}&price.rtx-4090=1234.5`);
  await page.getByTestId('keep').getByRole('button').click();
  await expect(page).toHaveURL(/\/p\/[a-z2-7]{26}/);
  await page.getByTestId('bom-link').click();
  await expect(page.getByTestId('part-gpu')).toContainText('1,234.50 USD');
});

test('a plan is kept with a price that was typed and not yet counted', async ({ page }) => {
  await page.goto(PARTS);
  await page.locator('#price-rtx-4090').fill('1234.5');
  await page.getByTestId('keep').getByRole('button').click();
  await expect(page).toHaveURL(/\/p\/[a-z2-7]{26}/);
  await page.getByTestId('bom-link').click();
  await expect(page.getByTestId('part-gpu')).toContainText('1,234.50 USD');
});
