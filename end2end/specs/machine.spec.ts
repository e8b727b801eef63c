import { expect, MACHINE, open, planner, test } from './fixtures';

const pages = [
  { path: '/en/machine', heading: 'My machine', plan: 'Plan with this machine', row: 'CPUAMD Ryzen 9 7950X' },
  { path: '/zh/machine', heading: '我的机器', plan: '用这台机器规划', row: 'CPUAMD Ryzen 9 7950X' },
];

for (const { path, heading, plan, row } of pages) {
  test(`${path} reads what programs print, and leads to a plan with it`, async ({ page, hydrated }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.locator('textarea').fill(MACHINE);
    await page.getByTestId('read').click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    const answer = page.getByTestId('machine');
    await expect(answer.locator('tr[data-field="cpu"]')).toContainText(row.replace('CPU', ''));
    await expect(answer.locator('tr[data-field="ram"]')).toContainText('64 GiB');
    await expect(answer.getByTestId('not-in-catalog')).toContainText('GTX 980 Ti');
    await expect(answer.getByTestId('counts')).toContainText('1');
    // What was typed stays to be corrected.
    await expect(page.locator('textarea')).toHaveValue(MACHINE);
    await answer.getByRole('link', { name: plan }).click();
    await expect(page).toHaveURL(/\/plan\?v=1&gpu=rtx-4090&gpus=1&cpu=ryzen-9-7950x&ram=64&storage=samsung-990-pro-2tb$/);
    if (hydrated) await expect(page.locator('[data-live]')).toBeAttached();
    await expect(planner(page).errors).toHaveCount(0);
    await expect(planner(page).field('ram')).toHaveValue('64');
    await expect(planner(page).field('cpu')).toHaveValue('ryzen-9-7950x');
  });
}

test('the planner\'s fields are filled in and the rest of the plan stays', async ({ page, hydrated }) => {
  await open(page, hydrated, '/plan?v=1&gpu=h200-sxm&model=llama-3-8b&method=lora&batch=2');
  await page.getByRole('link', { name: 'Fill in from my machine' }).click();
  await page.locator('textarea').fill(MACHINE);
  await page.getByTestId('read').click();
  await page.getByTestId('plan-with-machine').click();
  await expect(page).toHaveURL(/gpu=rtx-4090&.*model=llama-3-8b&method=lora&batch=2$/);
  await expect(planner(page).field('batch')).toHaveValue('2');
});

test('parts that are there already go to the page of machines', async ({ page }) => {
  await page.goto('/en/machine');
  await page.locator('textarea').fill(MACHINE);
  await page.getByTestId('read').click();
  await page.getByTestId('need-with-machine').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What do I need?');
  const there = { gpu: 'rtx-4090', cpu: 'ryzen-9-7950x', memory: 'ddr5-udimm-2x32', storage: 'samsung-990-pro-2tb' };
  for (const [kind, id] of Object.entries(there)) await expect(page.locator(`#n-own-${kind}`)).toHaveValue(id);
  await expect(page.getByTestId('error-summary')).toHaveCount(0);
});

test('a text that says nothing is answered in words', async ({ page }) => {
  await page.goto('/en/machine');
  await page.locator('textarea').fill('hello <b>world</b>');
  await page.getByTestId('read').click();
  await expect(page.getByTestId('nothing')).toBeVisible();
  await expect(page.locator('textarea')).toHaveValue('hello <b>world</b>');
});
