// Lists the files of a chosen folder into a box, as the form would be given them by hand: sizes, the pixels of some images, and
// paths. Nothing is sent; without this script the listing is pasted.
const MOST_IMAGES = 200;
// What the form may have once it is encoded, with room for its other fields.
const MOST_BYTES = 15 << 20;
const IMAGE = /\.(?:jpe?g|png|webp|bmp|gif|avif)$/i;

/** Width and height of an image; nothing where the browser cannot read it. */
async function pixels(file) {
  try {
    const image = await createImageBitmap(file);
    const size = `${image.width}x${image.height}`;
    image.close();
    return size;
  } catch {
    return undefined;
  }
}

/** An even sample. */
function some(files, most) {
  const step = Math.max(1, files.length / most);
  return Array.from({ length: Math.min(most, files.length) }, (_, place) => files[Math.floor(place * step)]);
}

for (const place of document.querySelectorAll('div[data-folder]')) {
  const box = document.getElementById(place.dataset.folder);
  const input = place.querySelector('input[type=file]');
  const said = place.querySelector('[role=status]');
  if (!box || !input || !said || !('webkitdirectory' in input)) continue;
  place.hidden = false;
  input.addEventListener('change', async () => {
    const files = [...input.files];
    if (files.length === 0) return;
    said.textContent = place.dataset.reading;
    const sizes = new Map();
    for (const file of some(files.filter((file) => IMAGE.test(file.name)), MOST_IMAGES)) {
      const size = await pixels(file);
      if (size) sizes.set(file, size);
    }
    const line = (file) => {
      // A line end or a tab in a name would be one of the listing.
      const path = (file.webkitRelativePath || file.name).replace(/[\u0000-\u001f\u007f]/g, '?');
      return [file.size, sizes.get(file), path].filter((cell) => cell !== undefined).join('\t');
    };
    const lines = files.map(line);
    const bytes = lines.reduce((sum, text) => sum + encodeURIComponent(text).length + 6, 0);
    if (bytes > MOST_BYTES) {
      said.textContent = place.dataset.long;
      return;
    }
    box.value = `${lines.join('\n')}\n`;
    said.textContent = place.dataset.listed + files.length.toLocaleString('en');
  });
}
