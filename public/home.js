// Answers the first question as its choices change: the server draws the page of the choices, and its answer takes the place of
// the one that is shown. Without this script the question's button leads to the whole answer.
const form = document.querySelector('form[data-testid="ask-fit"]');
const place = document.getElementById('answer');
let last;

async function ask() {
  last?.abort();
  last = new AbortController();
  const { signal } = last;
  const asked = { gpu: form.elements.gpu.value, model: form.elements.model.value };
  Object.assign(place.dataset, asked);
  place.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(`${location.pathname}?${new URLSearchParams(asked)}`, { signal });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    place.replaceChildren(...page.getElementById('answer').childNodes);
  } catch {
    // An answer to another question must not stand under this one.
    if (!signal.aborted) place.replaceChildren();
  }
  if (!signal.aborted) place.removeAttribute('aria-busy');
}

form.addEventListener('change', ask);
// On the way back a browser puts in what was chosen before.
addEventListener('pageshow', () => {
  if (form.elements.gpu.value !== place.dataset.gpu || form.elements.model.value !== place.dataset.model) ask();
});
