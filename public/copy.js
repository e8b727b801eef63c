// Copies a program at the press of its button; without this script the text can be selected and downloaded.
for (const button of document.querySelectorAll('button[data-copies]')) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copies).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = button.dataset.done;
    } catch {
      // Pages without TLS have no clipboard: select the text, so that a key copies it.
      getSelection().selectAllChildren(document.getElementById(button.dataset.copies));
      button.textContent = button.dataset.selected;
    }
    setTimeout(() => (button.textContent = label), 2500);
  });
}
