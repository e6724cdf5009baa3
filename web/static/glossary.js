/* The glossary's filter: terms whose headword or forms do not hold what is typed are hidden. The words come folded
 * from the server (same_headword); what is typed is folded alike as far as it matters here: small letters, ё as е, one
 * dash, the variable Х in Latin. Without this file all are shown. */

const form = document.querySelector("[data-filter]");
const box = form?.querySelector("input");
const count = form?.querySelector("[role=status]");
const letters = [...document.querySelectorAll("section.letter")];

function foldWords(text) {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[‐-―−]/g, "-")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (word === "х" ? "x" : word));
}

function filterTerms() {
  const wanted = foldWords(box.value);
  let total = 0;
  let found = 0;
  for (const letter of letters) {
    let shown = 0;
    for (const term of letter.querySelectorAll("[data-words]")) {
      term.hidden = !wanted.every((word) => term.dataset.words.includes(word));
      total += 1;
      shown += term.hidden ? 0 : 1;
    }
    letter.hidden = shown === 0;
    const mark = document.querySelector(`.letters a[href="#${letter.getAttribute("aria-labelledby")}"]`);
    if (mark) mark.hidden = letter.hidden;
    found += shown;
  }
  count.textContent = wanted.length ? `Подходит терминов: ${found} из ${total}` : "";
  // The way back from a term finds the filter as it was.
  history.replaceState({ filter: box.value }, "");
}

if (form && letters.length) {
  form.hidden = false;
  box.addEventListener("input", filterTerms);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    document.querySelector("section.letter:not([hidden]) [data-words]:not([hidden]) a")?.focus();
  });
  if (history.state?.filter) {
    box.value = history.state.filter;
    filterTerms();
  }
}
