import { change, expect, figures, open, planner, test, unfold } from './fixtures';

const LLAMA = '/plan?v=1&gpu=h200-sxm&model=llama-3-8b&method=lora&rank=64&targets=all-linear&seq=4096&batch=2';
const OWN = JSON.stringify({
  architectures: ['LlamaForCausalLM'],
  model_type: 'llama',
  vocab_size: 128256,
  hidden_size: 4096,
  intermediate_size: 14336,
  num_hidden_layers: 32,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  rope_scaling: null,
});

for (const [to, title, reset, query] of [
  ['vit_b_16', 'ViT base, patch 16', /^These do not apply to ViT base, patch 16 \(torchvision\) and were reset: Method, LoRA rank, LoRA targets, Sequence length/, 'v=1&gpu=h200-sxm&model=vit_b_16&batch=2'],
  ['bert-base', 'BERT base', null, 'v=1&gpu=h200-sxm&model=bert-base&method=lora&rank=64&targets=all-linear&batch=2&seq=4096'],
  ['sdxl', 'Stable Diffusion XL', /were reset: Sequence length, tokens$/, 'v=1&gpu=h200-sxm&model=sdxl&method=lora&rank=64&targets=all-linear&batch=2'],
] as const) {
  test(`another model takes what applies and names the rest: ${to}`, async ({ page, hydrated }) => {
    await open(page, hydrated, LLAMA);
    await change(page, hydrated, 'model', to);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(planner(page).errors).toHaveCount(0);
    await expect(page.getByTestId('reset')).toHaveText(reset ?? '');
    await expect(planner(page).field('seq')).toHaveValue(query.includes('seq=') ? '4096' : '');
    await expect(planner(page).field('method')).toHaveValue(query.includes('method=') ? 'lora' : '');
    // What would be stored is the same with and without a script.
    await expect(planner(page).part('save').locator('input[name="query"]')).toHaveValue(query);
    const verdict = await figures(page, 'verdict');
    await page.goto(`/plan?${query}`);
    expect(await figures(page, 'verdict')).toBe(verdict);
  });
}

test('while a field is at fault, no verdict stands for another model', async ({ page, hydrated }) => {
  await open(page, hydrated, LLAMA);
  await change(page, hydrated, 'batch', 'many');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Showing the answer for Llama 3 8B/);
  await change(page, hydrated, 'model', 'resnet50');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Showing the answer for ResNet-50/);
  await expect(planner(page).field('batch')).toHaveValue('many');
  await change(page, hydrated, 'batch', '64');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^ResNet-50/);
});

test('a link that contradicts itself is told in words', async ({ page }) => {
  await page.goto('/plan?v=1&gpu=rtx-4090&model=resnet50&method=qlora');
  await expect(planner(page).errors).toContainText('Method: does not apply to ResNet-50; choose Full training or Frozen backbone');
});

test('a pasted configuration becomes the model and stays', async ({ page, hydrated }) => {
  await open(page, hydrated, '/plan?v=1&gpu=h200-sxm&model=resnet50&image=224&batch=2');
  const box = planner(page).field('config');
  await unfold(box);
  await box.fill(OWN);
  if (!hydrated) await page.getByRole('button', { name: 'Use this configuration' }).click();
  const model = planner(page).field('model');
  await expect(model.locator('option:checked')).toHaveText('Own model (llama, 8.0 B parameters)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^llama \(config\.json\)/);
  await expect(page.getByTestId('reset')).toContainText('Image size');
  for (const [name, value] of [['batch', '4'], ['method', 'lora'], ['seq', '2048'], ['gpu', 'rtx-4090']] as const) {
    await change(page, hydrated, name, value);
    await expect(planner(page).errors).toHaveCount(0);
    await expect(model).toHaveValue('custom');
  }
  const query = /config\.hidden=4096.*method=lora.*batch=4.*seq=2048/;
  await expect(planner(page).part('save').locator('input[name="query"]')).toHaveValue(query);
  for (const link of ['code-link', 'bom-link', 'diagnose-link', 'compare-link']) {
    await expect(page.getByTestId(link)).toHaveAttribute('href', query);
  }
  await expect(planner(page).part('quick').getByRole('switch').first()).toHaveAttribute('href', /config\.hidden=4096/);
  // Opened by its link, it is the same.
  const link = (await page.getByTestId('code-link').getAttribute('href'))?.replace('/code', '/plan') ?? '';
  await open(page, hydrated, link);
  await expect(model.locator('option:checked')).toHaveText('Own model (llama, 8.0 B parameters)');
  await change(page, hydrated, 'batch', '8');
  await expect(planner(page).errors).toHaveCount(0);
  await expect(model).toHaveValue('custom');
  // And back to the list.
  await change(page, hydrated, 'model', 'bert-base');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^BERT base/);
  await expect(planner(page).field('config')).toHaveValue('');
});

test('a configuration at fault is told by its keys', async ({ page, hydrated }) => {
  await open(page, hydrated, '/plan?v=1&gpu=rtx-4090&model=resnet50');
  const box = planner(page).field('config');
  await unfold(box);
  await box.fill(OWN.replace('4096', '"wide"'));
  if (!hydrated) await page.getByRole('button', { name: 'Use this configuration' }).click();
  await expect(planner(page).errors).toContainText('config.json: hidden_size: must be a whole number');
  await expect(box).toHaveValue(/wide/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^ResNet-50/);
});

test('a card of one’s own stays through changes of the model', async ({ page, hydrated }) => {
  await open(page, hydrated, '/plan?v=1&gpu=custom&gpu.memory=24&gpu.bandwidth=1000&gpu.fp32=80&gpu.bf16=160&model=resnet50');
  for (const [name, value] of [['batch', '4'], ['model', 'bert-base'], ['gpu.memory', '32']] as const) {
    await change(page, hydrated, name, value);
    await expect(planner(page).errors).toHaveCount(0);
    await expect(planner(page).field('gpu')).toHaveValue('custom');
  }
  await expect(page.getByTestId('verdict').first()).toContainText('32');
});
