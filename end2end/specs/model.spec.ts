import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, open, planner, test, unfold } from './fixtures';

const SMALL = JSON.stringify(
  {
    model_type: 'llama', vocab_size: 49152, hidden_size: 960, intermediate_size: 2560, num_hidden_layers: 32, num_attention_heads: 15,
    num_key_value_heads: 5, max_position_embeddings: 8192, tie_word_embeddings: true, rope_theta: 100000, made_up: 7,
  },
  null,
  2,
);
/** One block of a model as the header of its file. */
const HEADER = {
  'model.embed_tokens.weight': { dtype: 'BF16', shape: [100, 8], data_offsets: [0, 1600] },
  'model.layers.0.self_attn.q_proj.weight': { dtype: 'BF16', shape: [8, 8], data_offsets: [1600, 1728] },
  'model.layers.1.self_attn.q_proj.weight': { dtype: 'BF16', shape: [8, 8], data_offsets: [1728, 1856] },
};

const TRACED = join(import.meta.dirname, '../../engine/reference/traced/tv-resnet18.json');

const pages = [
  { path: '/en/model', heading: 'My model', plan: 'Plan with this model', total: '361,821,120 parameters' },
  { path: '/zh/model', heading: '我的模型', plan: '用这个模型规划', total: '361,821,120 个参数' },
];

for (const { path, heading, plan, total } of pages) {
  test(`${path} counts a configuration, and leads to a plan with it`, async ({ page, hydrated }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.locator('textarea').fill(SMALL);
    await page.getByTestId('read').click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    const answer = page.getByTestId('model-reading');
    await expect(answer.getByTestId('total')).toContainText(total);
    await expect(answer.getByTestId('parts').locator('tbody tr')).toHaveCount(5);
    await expect(answer.getByTestId('not-read')).toContainText('made_up');
    await expect(answer.getByTestId('keys')).toContainText('num_key_value_heads');
    await expect(answer.getByTestId('ignored')).toContainText('1');
    // What was typed stays to be corrected.
    await expect(page.locator('textarea')).toHaveValue(SMALL);
    await answer.getByRole('link', { name: plan }).click();
    await expect(page).toHaveURL(/\/plan\?v=1&config\.type=llama&config\.vocab=49152&/);
    if (hydrated) await expect(page.locator('[data-live]')).toBeAttached();
    await expect(planner(page).errors).toHaveCount(0);
    await expect(planner(page).field('model')).toHaveValue('custom');
  });
}

test('a model of the catalog is known as such, by its name too', async ({ page }) => {
  await page.goto('/en/model');
  await page.locator('textarea').fill('https://huggingface.co/openai-community/gpt2');
  await page.getByTestId('read').click();
  await expect(page.getByTestId('total')).toContainText('124,439,808');
  await expect(page.getByTestId('listed').getByRole('link')).toHaveText('GPT-2');
  await page.getByTestId('plan-with-model').click();
  await expect(page).toHaveURL(/\/plan\?v=1&model=gpt2$/);
});

test('the planner leads there and back with the rest of the plan', async ({ page, hydrated }) => {
  await open(page, hydrated, '/plan?v=1&gpu=h200-sxm&model=llama-3-8b&method=lora&batch=2');
  const link = page.locator('#own-model a[href^="/model?"]');
  await unfold(link);
  await link.click();
  await page.locator('textarea').fill(SMALL);
  await page.getByTestId('read').click();
  await page.getByTestId('plan-with-model').click();
  await expect(page).toHaveURL(/\/plan\?v=1&gpu=h200-sxm&config\.type=llama&.*method=lora&batch=2/);
  await expect(planner(page).field('batch')).toHaveValue('2');
});

test('a search that finds nothing leads there', async ({ page }) => {
  await page.goto('/en/models?q=xyzzy');
  await page.getByTestId('own-model').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My model');
});

test('weights are counted and never planned', async ({ page }) => {
  await page.goto('/en/model');
  await page.locator('textarea').fill(JSON.stringify(HEADER));
  await page.getByTestId('read').click();
  await expect(page.getByTestId('total')).toContainText('928 parameters');
  await expect(page.getByTestId('structure')).toContainText('2 blocks in model.layers');
  await expect(page.getByTestId('dtypes')).toContainText('BF16');
  await expect(page.getByTestId('plan-with-model')).toHaveCount(0);
});

test('a file is read in the browser, of weights the header alone', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'a file goes into the box by a script');
  await page.goto('/en/model');
  const chooser = page.getByLabel('Or choose files');
  await chooser.setInputFiles({ name: 'config.json', mimeType: 'application/json', buffer: Buffer.from(SMALL) });
  await expect(page.locator('textarea')).toHaveValue(SMALL);
  await expect(page.locator('#model-file-status')).toContainText('Press "Read it"');
  const header = Buffer.from(JSON.stringify(HEADER));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const weights = Buffer.concat([length, header, Buffer.alloc(1856, 255)]);
  await chooser.setInputFiles({ name: 'model.safetensors', mimeType: 'application/octet-stream', buffer: weights });
  await expect(page.locator('textarea')).toHaveValue(header.toString());
  await chooser.setInputFiles({ name: 'index.json', mimeType: 'application/json', buffer: Buffer.alloc(2_000_000, 32) });
  await expect(page.locator('#model-file-status')).toContainText('rigwise model FILE');
  await expect(page.locator('textarea')).toHaveValue(header.toString());
  await page.getByTestId('read').click();
  await expect(page.getByTestId('total')).toContainText('928 parameters');
});

test('a text that is none of it is answered in words', async ({ page, hydrated }) => {
  await page.goto('/en/model');
  if (!hydrated) await expect(page.locator('#model-file')).toBeHidden();
  await page.locator('textarea').fill('{"model_type": "llama",\n<b>}');
  await page.getByTestId('read').click();
  await expect(page.getByTestId('unreadable')).toContainText('line 2, character 1');
  await expect(page.locator('textarea')).toHaveValue('{"model_type": "llama",\n<b>}');
  await page.locator('textarea').fill('{"model_type": "llama", "hidden_size": 64}');
  await page.getByTestId('read').click();
  await expect(page.getByTestId('faults')).toContainText('vocab_size');
  await expect(page.getByTestId('plan-with-model')).toHaveCount(0);
});

for (const [path, heading, fits] of [
  ['/en/model', 'Network of your own, traced', 'GeForce RTX 4060'],
  ['/zh/model', '您自己的网络（已追踪）', 'GeForce RTX 4060'],
] as const) {
  test(`${path} tells of a traced network what cards train it`, async ({ page }) => {
    await page.goto(path);
    await page.locator('textarea').fill(readFileSync(TRACED, 'utf8'));
    await page.getByTestId('read').click();
    const answer = page.getByTestId('model-reading');
    await expect(answer.getByRole('heading', { level: 2 })).toHaveText(heading);
    await expect(answer.getByTestId('total')).toContainText('11,689,512');
    await expect(answer.getByTestId('smallest-card')).toContainText(fits);
    const rows = answer.getByTestId('cards').locator('tbody tr');
    await expect(rows).toHaveCount(8);
    // More memory holds more samples, and so do blocks that are computed again.
    const cells = await rows.evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent ?? '')));
    const batches = cells.map((row) => row.map((text) => Number(text.replace(/[,+]/g, ''))));
    for (const [plain, again] of batches) expect(again).toBeGreaterThan(plain);
    expect(batches.map(([plain]) => plain)).toEqual(batches.map(([plain]) => plain).sort((a, b) => a - b));
  });
}

test('a broken trace is told by its place', async ({ page }) => {
  const network = JSON.parse(readFileSync(TRACED, 'utf8'));
  network.graphs.amp.kernels[3].in = [99999];
  await page.goto('/en/model');
  await page.locator('textarea').fill(JSON.stringify(network));
  await page.getByTestId('read').click();
  await expect(page.getByTestId('faults')).toContainText('graphs.amp.kernels.3.in');
  await expect(page.getByTestId('cards')).toHaveCount(0);
});
