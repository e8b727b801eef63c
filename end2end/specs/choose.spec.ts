import { expect, FITS, open, pick, planner, test, unfold, violations } from './fixtures';

const PAGES = ['/en', '/plan', '/need', '/compare'];

test('without its script every list is a list', async ({ page, hydrated }) => {
  test.skip(hydrated, 'the script runs');
  for (const path of PAGES) {
    await page.goto(path);
    const list = page.locator('select[data-find]').first();
    await unfold(list);
    await expect(list).toBeVisible();
    await expect(page.getByRole('combobox').and(page.locator('input'))).toHaveCount(0);
  }
});

test('a product is found by what people call it, with the keyboard alone', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'needs its script');
  await open(page, hydrated, FITS);
  const gpu = page.locator('input[role="combobox"]').and(page.getByLabel('GPU', { exact: true }));
  await expect(gpu).toHaveValue(/RTX 4090/);
  for (const [words, id] of [
    ['5090', 'rtx-5090'],
    ['RTX4090', 'rtx-4090'],
    ['a100 80', 'a100-pcie-80gb'],
  ]) {
    await gpu.focus();
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await expect(planner(page).field('gpu')).toHaveValue(id);
    await expect(gpu).toHaveAttribute('aria-expanded', 'false');
  }
  await expect(page).toHaveURL(/gpu=a100-pcie-80gb/);
  await expect(planner(page).verdict.first()).toContainText(/ of 8\d/);
  const model = page.locator('#f-model-found').locator('xpath=preceding-sibling::input');
  await model.fill('llama 3.1 8b');
  await expect(page.locator('.finder [role=option]').first()).toHaveText('Llama 3.1 8B');
  await expect(page.locator('.finder [role=option]').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  const active = await model.getAttribute('aria-activedescendant');
  await expect(page.locator(`#${active}`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(model).toHaveValue('ResNet-50');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('what is typed is what is asked, without a key or a click more', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'needs its script');
  for (const end of ['Tab', 'button']) {
    await page.goto('/need');
    const model = page.locator('input[role="combobox"]').first();
    await model.fill('llama 3.1 8b');
    if (end === 'Tab') await page.keyboard.press('Tab');
    await page.getByTestId('find').click();
    await expect(page).toHaveURL(/model=llama-3\.1-8b/);
  }
  // What is nothing is not answered as something else, and stays to be mended.
  await page.goto('/need');
  const model = page.locator('input[role="combobox"]').first();
  await model.fill('yolov8');
  await page.getByTestId('find').click();
  await expect(page.locator('.finder .field-error').first()).toContainText('none of the list');
  await expect(page.locator('.finder .field-error a').first()).toHaveAttribute('href', /\/model$/);
  await expect(model).toHaveValue('yolov8');
  await expect(model).toBeFocused();
  await expect(page).not.toHaveURL(/model=/);
  await model.fill('bert base');
  await page.keyboard.press('Enter');
  await expect(page.locator('.finder .field-error').first()).toBeHidden();
});

test('what nothing is called is answered by what is nearest', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'needs its script');
  await page.goto('/need');
  const model = page.locator('input[role="combobox"]').first();
  await model.click();
  const all = await page.locator('.finder [role=option]').count();
  expect(all).toBeGreaterThan(50);
  await model.fill('lama 8b');
  await expect(page.getByRole('listbox')).toContainText('Nothing is called that');
  await expect(page.locator('.finder [role=option]').first()).toContainText('8B');
  await model.fill('');
  await expect(page.locator('.finder [role=option]')).toHaveCount(all);
});

test('an answer that comes after the choice opens no list again', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'needs its script');
  let answer = () => {};
  const wait = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/catalog/search?*', async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto('/en');
  const model = page.getByTestId('ask-fit').getByRole('combobox').first();
  const list = page.getByTestId('ask-fit').getByRole('listbox').first();
  await model.click();
  const asked = page.waitForRequest('**/api/v1/catalog/search?*');
  await model.fill('ResNet-50');
  await asked;
  await list.getByRole('option', { name: 'ResNet-50', exact: true }).click();
  const answered = page.waitForResponse('**/api/v1/catalog/search?*');
  answer();
  await (await answered).finished();
  await page.waitForTimeout(100);
  await expect(model).toHaveValue('ResNet-50');
  await expect(model).toHaveAttribute('aria-expanded', 'false');
});

test('the box follows its list, and a link to the list leads to the box', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'needs its script');
  await open(page, hydrated, FITS);
  const gpu = page.locator('#f-gpu-found').locator('xpath=preceding-sibling::input');
  await gpu.fill('h100 pcie');
  await page.locator('.finder [role=option]').first().click();
  await expect(gpu).toHaveValue(/H100 PCIe/);
  await expect(page).toHaveURL(/gpu=h100-pcie/);
  await page.goBack();
  await expect(gpu).toHaveValue(/RTX 4090/);
  await page.locator('label[for="f-gpu"]').click();
  await expect(gpu).toBeFocused();
});

test('what is not chosen leaves the page, and what was chosen is there on the way back', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'needs its script');
  for (const [path, name, id] of [
    ['/en', 'gpu', 'rtx-5090'],
    ['/need', 'model', 'gpt2'],
  ]) {
    await page.goto(path);
    const list = page.locator(`select[name="${name}"]`).first();
    const products = list.locator('optgroup option');
    await expect.poll(() => products.count()).toBeLessThanOrEqual(1);
    await unfold(list);
    await pick(list, id);
    await expect.poll(() => products.count()).toBeLessThanOrEqual(2);
    await page.goto('/about/privacy');
    await page.goBack();
    await expect(list).toHaveValue(id);
    // All of it is still there to be chosen from.
    const box = list.locator('xpath=following-sibling::div/input');
    await unfold(list);
    await box.click();
    await expect(page.locator('.finder .chosen')).toHaveAttribute('data-value', id);
    expect(await page.locator('.finder [role=option]').count()).toBeGreaterThan(50);
  }
});

test('an open list breaks no rule of accessibility', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'needs its script');
  for (const path of ['/en', '/need']) {
    await page.goto(path);
    await page.locator('input[role="combobox"]').first().click();
    await expect(page.getByRole('listbox')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
});
