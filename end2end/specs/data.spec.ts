import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, LISTING, open, planner, test } from './fixtures';

const pages = [
  { path: '/en/data', heading: 'My data', plan: 'Plan with this data', kind: 'images' },
  { path: '/zh/data', heading: '我的数据', plan: '用这份数据规划', kind: '图像' },
];

for (const { path, heading, plan, kind } of pages) {
  test(`${path} reads a listing, and leads to a plan with it`, async ({ page, hydrated }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.locator('textarea').fill(LISTING);
    await page.getByTestId('read').click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    const answer = page.getByTestId('data-set');
    await expect(answer.locator('tr[data-field="data"]')).toContainText(kind);
    await expect(answer.locator('tr[data-field="samples"] td')).toHaveText('2');
    await expect(answer.locator('tr[data-field="classes"] td')).toHaveText('2');
    await expect(answer.getByTestId('all-files')).toHaveText('5');
    await expect(answer.getByTestId('notes')).toContainText('train');
    await expect(answer.getByTestId('counts')).toContainText('1');
    // What was typed stays to be corrected.
    await expect(page.locator('textarea')).toHaveValue(LISTING);
    await answer.getByRole('link', { name: plan }).click();
    await expect(page).toHaveURL(/\/plan\?v=1&data=images&samples=2&classes=2&bytes=233456$/);
    if (hydrated) await expect(page.locator('[data-live]')).toBeAttached();
    await expect(planner(page).errors).toHaveCount(0);
    await expect(planner(page).field('samples')).toHaveValue('2');
  });
}

test('the planner\'s data is filled in and the rest of the plan stays', async ({ page, hydrated }) => {
  await open(page, hydrated, '/plan?v=1&gpu=rtx-3090&model=resnet18&batch=8&samples=70000');
  await page.getByRole('link', { name: 'Fill in from my data' }).click();
  await page.locator('textarea').fill(LISTING);
  await page.getByTestId('read').click();
  await page.getByTestId('plan-with-data').click();
  await expect(page).toHaveURL(/gpu=rtx-3090&model=resnet18&batch=8&data=images&samples=2&/);
  await expect(planner(page).field('batch')).toHaveValue('8');
});

test('home leads to the page', async ({ page }) => {
  await page.goto('/en');
  await page.getByTestId('my-data').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My data');
});

test('a text that says nothing is answered in words', async ({ page }) => {
  await page.goto('/en/data');
  await page.locator('textarea').fill('hello <b>world</b>');
  await page.getByTestId('read').click();
  await expect(page.getByTestId('nothing')).toBeVisible();
  await expect(page.locator('textarea')).toHaveValue('hello <b>world</b>');
});

test('a chosen folder is listed with the pixels of its images, and nothing is sent', async ({ page, hydrated }) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'rigwise-')), 'set');
  // 64 by 48 black pixels.
  const image = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwAQAAAACJMEGyAAAADklEQVR42mNgGAVDCQAAAbAAAYw4X18AAAAASUVORK5CYII=', 'base64');
  for (const name of ['train/cat/1.png', 'train/dog/a b 狗.png']) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), image);
  }
  writeFileSync(join(folder, 'notes.txt'), 'about');
  await page.goto('/en/data');
  if (!hydrated) {
    await expect(page.locator('#data-folder')).toBeHidden();
    return;
  }
  const sent: string[] = [];
  // The browser fetches the icon when it likes.
  page.on('request', (request) => request.url().endsWith('/favicon.svg') || sent.push(request.url()));
  await page.locator('#data-folder').setInputFiles(folder);
  await expect(page.getByTestId('listed')).toHaveText('Files listed: 3');
  await expect(page.locator('textarea')).toHaveValue(/^71\t64x48\tset\/train\/dog\/a b 狗\.png$/m);
  await expect(page.locator('textarea')).toHaveValue(/^5\tset\/notes\.txt$/m);
  expect(sent).toEqual([]);
  await page.getByTestId('read').click();
  await expect(page.getByTestId('data-set').locator('tr[data-field="samples"] td')).toHaveText('2');
  await expect(page.getByTestId('data-set').locator('tr[data-field="image"] td')).toHaveText('64 × 48');
});
