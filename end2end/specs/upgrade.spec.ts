import { expect, pick, test } from './fixtures';

const MACHINE =
  '/en/upgrade?v=1&gpu=rtx-3060-12gb&cpu=ryzen-5-5600x&ram=32&storage=samsung-990-pro-2tb&model=resnet50&samples=100000&parts=msi-mag-a650bn';

test('upgrades cost more and gain more down the list, and each opens as a plan and as a bill of its price', async ({ page }) => {
  await page.goto(MACHINE);
  const items = page.getByTestId('upgrades').getByRole('listitem');
  await expect(items.first()).toBeVisible();
  const prices = await items.locator('.amount').allInnerTexts();
  const amounts = prices.map((price) => Number(price.replace(/[^\d.]/g, '')));
  expect(amounts.length).toBeGreaterThan(3);
  expect([...amounts].sort((a, b) => a - b)).toEqual(amounts);
  // A card that draws more than the supply gives names the one that comes with it.
  const forced = items.filter({ hasText: /Comes with it: .*\(\d/ }).first();
  const price = await forced.locator('.amount').innerText();
  await forced.getByRole('link', { name: 'Its parts and prices' }).click();
  await expect(page.getByTestId('bom-total')).toContainText(price);
  await page.goBack();
  const name = (await items.first().getByRole('heading').innerText()).replace(/^.*GeForce /, '').replace(/ best value.*/, '').trim();
  await items.first().getByRole('link', { name: 'Plan with it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});

test('the form asks by its address, and what the card brings goes off the price', async ({ page }) => {
  await page.goto(MACHINE);
  const form = page.getByTestId('upgrade-form');
  await form.getByLabel(/^Your card sells for/).fill('150');
  await form.getByLabel(/^To spend at most/).fill('700');
  await pick(form.locator('[name="model"]'), 'resnet101');
  await form.getByRole('button', { name: 'Find upgrades' }).click();
  await expect(page).toHaveURL(/card_sells=150.*#upgrades$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ResNet-101');
  await expect(form.locator('[name="parts"]').filter({ hasText: 'A650BN' })).toHaveValue('msi-mag-a650bn');
  const card = page.getByTestId('upgrade-gpu').first();
  await expect(card).toContainText('before the sale');
  await expect(card).toContainText('sold for 150.00 USD');
});

test('what is no amount is told at its field, and the rest is answered', async ({ page }) => {
  await page.goto(`${MACHINE}&spend=much&resale=rtx-306:5`);
  const summary = page.getByTestId('error-summary');
  await expect(summary).toContainText('To spend at most');
  await expect(summary).toContainText('What your parts sell for');
  await expect(page.getByTestId('upgrades').getByRole('listitem').first()).toBeVisible();
});

test('what sells beside the card stays with the form, and no amount counts in a currency without a rate', async ({ page }) => {
  await page.goto('/en/upgrade?v=1&gpu=rtx-3060-12gb&model=resnet50&resale=core-i9-13900k:200,rtx-3060-12gb:90');
  const form = page.getByTestId('upgrade-form');
  await expect(form.getByLabel(/^Your card sells for/)).toHaveValue('90');
  await form.getByRole('button', { name: 'Find upgrades' }).click();
  await expect(page).toHaveURL(/resale=core-i9-13900k(:|%3A)200.*card_sells=90/);
  await page.goto('/en/upgrade?v=1&gpu=rtx-3060-12gb&model=resnet50&prices_in=EUR&card_sells=100&spend=700');
  await expect(page.getByTestId('error-summary')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('before the sale');
});

test('what is no product is told and not answered for another one, and what was typed stays', async ({ page }) => {
  for (const path of ['/en/upgrade', '/plan', '/bom']) {
    await page.goto(`${path}?v=1&gpu=%3Cscript%3E&model=resnet50&lang=en`);
    await expect(page.getByTestId('error-summary')).toContainText('is not in the catalog');
    await expect(page.getByTestId('verdict')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('GeForce');
  }
  await page.goto('/en/upgrade?v=1&gpu=rtx-4090&model=resnet50&gpus=-3');
  await expect(page.getByTestId('error-summary')).toBeVisible();
  await expect(page.getByTestId('upgrade-form').getByLabel('GPUs')).toHaveValue('-3');
});

test('where the run does not fit, upgrades are those that make it fit', async ({ page }) => {
  await page.goto('/zh/upgrade?v=1&gpu=rtx-3060-12gb&model=llama-3.1-8b&method=qlora&seq=2048');
  await expect(page.getByTestId('upgrades').getByRole('listitem').first()).toContainText('任务可以运行');
});

test('what is at fault is replaced first, and what is soldered in is not sold', async ({ page }) => {
  await page.goto('/en/upgrade?v=1&gpu=rtx-4090&model=resnet50&parts=msi-mag-a650bn');
  await expect(page.getByTestId('mend')).toContainText(/MSI MAG A650BN\. In its place: .* \([\d.]+ USD\)/);
  await page.goto('/en/upgrade?v=1&gpu=rtx-4090-laptop&model=resnet50');
  await expect(page.getByTestId('soldered')).toBeVisible();
  await expect(page.getByTestId('upgrades')).toHaveCount(0);
});
