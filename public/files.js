// Puts the text of a chosen or dropped file into the box, of weights their header. Nothing is sent before the button is pressed;
// without this script the text is pasted.
const box = document.getElementById('model-text');
const field = document.getElementById('model-file-field');
const chooser = document.getElementById('model-file');
const status = document.getElementById('model-file-status');
const most = Number(status.dataset.most);
let latest = 0;

// A file of weights begins with the length of its header in eight bytes, then the header itself.
async function textOf(file) {
  const start = new DataView(await file.slice(0, 9).arrayBuffer());
  const isWeights = file.name.endsWith('.safetensors') && start.byteLength === 9 && start.getUint8(8) === 0x7b;
  const length = isWeights ? Number(start.getBigUint64(0, true)) : file.size;
  if (length > most) return null;
  return (isWeights ? file.slice(8, 8 + length) : file).text();
}

async function fill(files) {
  const own = ++latest;
  let said = status.dataset.failed;
  try {
    const texts = await Promise.all(Array.from(files, textOf));
    if (own !== latest || texts.length === 0) return;
    const text = texts.includes(null) ? null : texts.join('\n');
    if (text === null || new URLSearchParams({ text }).toString().length > most) {
      said = status.dataset.tooLong;
    } else {
      box.value = text;
      said = status.dataset.filled;
    }
  } catch {
    // The file is gone or may not be read: the box stays as it is.
  }
  status.textContent = said;
}

field.hidden = false;
chooser.addEventListener('change', () => fill(chooser.files));
box.addEventListener('dragover', (event) => event.preventDefault());
box.addEventListener('drop', (event) => {
  if (event.dataTransfer.files.length > 0) {
    event.preventDefault();
    fill(event.dataTransfer.files);
  }
});
