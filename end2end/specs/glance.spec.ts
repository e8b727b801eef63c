import { change, DOES_NOT_FIT, expect, FITS, open, pick, planner, test } from './fixtures';

const TILES = ['tile-vram', 'tile-ram', 'tile-batch', 'tile-time'];

for (const locale of ['en-US', 'zh-CN']) {
  for (const [name, viewport] of Object.entries({ desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } })) {
    test.describe(`the first screen, ${locale}, ${name}`, () => {
      test.use({ locale, viewport });

      test('decides: verdict, four tiles and what would change most', async ({ page }) => {
        for (const path of [FITS, DOES_NOT_FIT]) {
          await page.goto(path);
          await expect(planner(page).verdict.first()).toBeInViewport();
          for (const tile of TILES) await expect(page.getByTestId(tile)).toBeInViewport({ ratio: 1 });
          await expect(page.getByTestId('quick').getByRole('link').or(page.getByTestId('quick').getByRole('switch')).first()).toBeInViewport();
        }
      });
    });
  }
}

test('tiles say what their cards say, and follow the fields', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  const figure = (tile: string) => page.getByTestId(tile).locator('.tile-figure');
  await expect(page.getByTestId('tile-price')).toHaveText(/^Machine: (over )?\$?[\d,]+/);
  await change(page, hydrated, 'batch', '64');
  await expect(figure('tile-batch')).toHaveText('64');
  const recommended = await page.getByTestId('ram-bar').locator('.kit.chosen dd').first().innerText();
  await expect(figure('tile-ram')).toHaveText(`Buy ${recommended.match(/\d+/)?.[0]} GiB`);
  const [used] = ((await planner(page).verdict.first().innerText()).match(/[\d.]+(?= of [\d.]+ GiB)/) ?? []).map(String);
  await expect(figure('tile-vram')).toHaveText(new RegExp(`^${used} of `));
});

test('a change of the first screen is one click, and the reader stays there', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  const change = page.getByTestId('quick').getByRole('switch').first();
  const href = await change.getAttribute('href');
  await change.click();
  await expect(page).toHaveURL(new RegExp(href!.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  if (hydrated) await expect(page.getByTestId('quick').locator(':focus')).toHaveCount(1);
});

test('"RAM for ResNet-50 on a 4090" takes three steps from the start page', async ({ page }) => {
  await page.goto('/en');
  const ask = page.getByTestId('ask-fit');
  await pick(ask.locator('[name="model"]'), 'resnet50');
  await pick(ask.locator('[name="gpu"]'), 'rtx-4090');
  await ask.getByRole('button').click();
  await expect(page.getByTestId('tile-ram').locator('.tile-figure')).toHaveText(/^Buy \d+ GiB$/);
  await expect(page.getByTestId('tile-ram')).toBeInViewport({ ratio: 1 });
});
