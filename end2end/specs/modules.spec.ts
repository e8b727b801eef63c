// The planner comes as two modules that know half of the networks each: nobody may notice when a plan goes from one to the other.
import { change, expect, figures, open, planner, test } from './fixtures';

const OF_TEXT = '/plan?v=1&gpu=rtx-4090&model=llama-3-8b&method=lora&epochs=3&seq=1024';
const OF_PICTURES = '/plan?v=1&gpu=rtx-4090&model=resnet50&batch=32';

test.beforeEach(({ hydrated }) => test.skip(!hydrated, 'without a script the server knows every network'));

/** What the page says is what the server says of its address. */
async function agrees(page: import('@playwright/test').Page) {
  const live = [await figures(page, 'verdict'), await planner(page).field('method').inputValue()];
  await page.reload();
  expect([await figures(page, 'verdict'), await planner(page).field('method').inputValue()]).toEqual(live);
}

for (const [name, from, model, other] of [
  ['texts to pictures', OF_TEXT, 'sdxl', 'media'],
  ['pictures to texts', OF_PICTURES, 'llama-3-8b', 'text'],
] as const) {
  test(`a choice leads from ${name} without another page`, async ({ page, hydrated }) => {
    await open(page, hydrated, from);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const before = await figures(page, 'verdict');
    await change(page, hydrated, 'model', model);
    await expect(page.locator('.planner')).toHaveAttribute('data-module', other);
    await expect.poll(() => figures(page, 'verdict')).not.toBe(before);
    await expect(page).toHaveURL(new RegExp(`model=${model}`));
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    await agrees(page);
  });
}

test('what a language model began with goes with it, and comes again', async ({ page, hydrated }) => {
  await open(page, hydrated, OF_PICTURES.replace('&batch=32', ''));
  const { field } = planner(page);
  for (const [model, method, epochs] of [['llama-3-8b', 'lora', '3'], ['resnet50', '', ''], ['llama-3-8b', 'lora', '3']] as const) {
    await change(page, hydrated, 'model', model);
    await expect(page).toHaveURL(new RegExp(`model=${model}`));
    await expect(field('method')).toHaveValue(method);
    await expect(field('epochs')).toHaveValue(epochs);
  }
});

test('the way back leads from one module to the other and forth', async ({ page, hydrated }) => {
  await open(page, hydrated, OF_PICTURES);
  const served = await figures(page, 'verdict');
  await change(page, hydrated, 'model', 'bert-base');
  await expect(page).toHaveURL(/model=bert-base/);
  const answered = await figures(page, 'verdict');
  await page.goBack();
  await expect.poll(() => figures(page, 'verdict')).toBe(served);
  await expect(planner(page).field('model')).toHaveValue('resnet50');
  await page.goForward();
  await expect.poll(() => figures(page, 'verdict')).toBe(answered);
  await change(page, hydrated, 'batch', '7');
  await expect(page).toHaveURL(/batch=7/);
  await agrees(page);
});

/** Holds the files of a module back until they are let through. */
async function heldBack(page: import('@playwright/test').Page, name: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/pkg/rigwise_${name}.*`, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('back on the model of the page, its answer is back', async ({ page, hydrated }) => {
  await open(page, hydrated, OF_PICTURES);
  const served = await figures(page, 'verdict');
  for (const model of ['bert-base', 'resnet50']) {
    await change(page, hydrated, 'model', model);
    await expect(page).toHaveURL(new RegExp(`model=${model}`));
    await expect(page).toHaveTitle(model === 'resnet50' ? /ResNet-50/ : /BERT/);
  }
  await expect.poll(() => figures(page, 'verdict')).toBe(served);
});

test('while the other module comes, the one before goes on', async ({ page, hydrated }) => {
  const release = await heldBack(page, 'media');
  await open(page, hydrated, OF_TEXT);
  await change(page, hydrated, 'model', 'resnet50');
  await expect(page.locator('.planner')).toHaveAttribute('aria-busy', 'true');
  // Another of its own is answered at once.
  await change(page, hydrated, 'model', 'bert-base');
  await expect(page).toHaveURL(/model=bert-base/);
  await expect(page.locator('.planner')).not.toHaveAttribute('aria-busy');
  await change(page, hydrated, 'model', 'resnet50');
  await change(page, hydrated, 'batch', '24');
  release();
  await expect(page).toHaveURL(/model=resnet50.*batch=24/);
  await expect(page.locator('.planner')).toHaveAttribute('data-awake', 'media');
  await agrees(page);
});

test('the address wins over what was on its way', async ({ page, hydrated }) => {
  await open(page, hydrated, OF_TEXT);
  await page.goto(OF_PICTURES);
  await expect(page.locator('[data-awake]')).toBeAttached();
  const release = await heldBack(page, 'text');
  await change(page, hydrated, 'batch', '9');
  await expect(page).toHaveURL(/batch=9/);
  await change(page, hydrated, 'model', 'bert-base');
  await page.goBack();
  await expect.poll(() => page.url()).toContain('batch=32');
  release();
  await expect(planner(page).field('model')).toHaveValue('resnet50');
  await expect(planner(page).field('batch')).toHaveValue('32');
  await expect(page.locator('.planner')).toHaveAttribute('data-awake', 'media');
  await agrees(page);
});

test('where the other module does not come, the server answers', async ({ page, hydrated }) => {
  await page.route('**/pkg/rigwise_text.*', (route) => route.abort());
  await open(page, hydrated, OF_PICTURES);
  await change(page, hydrated, 'model', 'bert-base');
  await page.waitForURL(/model=bert-base/);
  await expect(planner(page).field('model')).toHaveValue('bert-base');
  await expect(planner(page).verdict.first()).toContainText(/GiB/);
});
