/* Live search: what is typed is asked after a pause, and the answer's <main> takes the place of this one around
 * the box, which stays, with its focus and caret. The server renders everything; without this file the form
 * sends itself. An answer that a newer question has overtaken is dropped. */

const PAUSE = 250;
const BOX = 'main form[role="search"] input[name="q"]';
const RESULTS = 'main .tiles a[href^="/card/"], main td a[href^="/card/"], main th a[href^="/card/"]';
const UNFINISHED = /\p{L}{2,}$/u;

// Text put into a region that was there before is read out; a region that comes with its text often is not.
const announcer = document.createElement("p");
announcer.className = "unseen";
announcer.setAttribute("role", "status");
document.body.append(announcer);

// The question whose answer stands on the page.
let shown = location.pathname + location.search;
let timer = 0;
let asking = null;
// The first change leaves the page the reader came from in the history; what is typed on replaces itself.
let hasEntry = false;

function addressOf(form, query = null) {
  const values = new FormData(form);
  if (query !== null) values.set("q", query);
  const filled = [...values].filter(([name, value]) => name !== "page" && value.trim());
  const question = new URLSearchParams(filled).toString();
  return form.getAttribute("action") + (question ? `?${question}` : "");
}

function chainOf(main, box) {
  const chain = [];
  for (let node = box; node !== main; node = node.parentElement) chain.unshift(node);
  return [main, ...chain];
}

function copyAttributes(node, model) {
  for (const { name } of [...node.attributes]) {
    if (name !== "value" && !model.hasAttribute(name)) node.removeAttribute(name);
  }
  for (const { name, value } of model.attributes) {
    if (name !== "value" && node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

function replaceAround(node, child, model, modelChild) {
  for (const other of [...node.childNodes]) if (other !== child) other.remove();
  let isBefore = true;
  for (const other of [...model.childNodes]) {
    if (other === modelChild) isBefore = false;
    else if (isBefore) child.before(other);
    else node.append(other);
  }
}

/* Put the fresh page's content around `box`; where the box stands elsewhere there, take the whole and its box. */
function swapMain(fresh, box) {
  const main = document.querySelector("main");
  const model = fresh.querySelector("main");
  const target = fresh.querySelector(BOX);
  const [kept, theirs] = [chainOf(main, box), chainOf(model, target)];
  if (kept.map((node) => node.tagName).join() === theirs.map((node) => node.tagName).join()) {
    kept.forEach((node, depth) => {
      copyAttributes(node, theirs[depth]);
      if (node !== box) replaceAround(node, kept[depth + 1], theirs[depth], theirs[depth + 1]);
    });
    return box;
  }
  const wasFocused = document.activeElement === box;
  target.value = box.value;
  main.replaceChildren(...model.childNodes);
  if (wasFocused) {
    target.focus();
    target.setSelectionRange(target.value.length, target.value.length);
  }
  return target;
}

function showPage(fresh, box) {
  const said = [...fresh.querySelectorAll('main [role="status"], main [role="alert"]')];
  const words = said.map((region) => region.textContent.trim()).join(" ");
  for (const region of said) region.removeAttribute("role");
  const opened = shown.includes("?") ? [...document.querySelectorAll("main details[open] > summary")] : [];
  const openTitles = new Set(opened.map((summary) => summary.textContent));
  const held = document.activeElement?.closest("main a[href]")?.getAttribute("href");
  const kept = swapMain(fresh, box);
  for (const summary of document.querySelectorAll("main details > summary")) {
    if (openTitles.has(summary.textContent)) summary.parentElement.open = true;
  }
  if (held) (document.querySelector(`main a[href="${CSS.escape(held)}"]`) ?? kept).focus();
  const menu = fresh.querySelector("header nav");
  if (menu) document.querySelector("header nav")?.replaceWith(menu);
  document.title = fresh.title;
  announcer.textContent = words;
  return kept;
}

function showFault(box) {
  const words = "Не удалось обновить результаты. Нажмите Enter: они откроются обычной страницей.";
  const note = document.querySelector(".live-fault") ?? document.createElement("p");
  note.className = "notice notice-error live-fault";
  note.textContent = words;
  box.form.after(note);
  announcer.textContent = words;
}

/* Ask for `address` and return its page; null where a newer question was asked meanwhile. */
async function fetchPage(address) {
  asking?.abort();
  const own = new AbortController();
  asking = own;
  try {
    const answer = await fetch(address, { signal: own.signal, headers: { Accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (asking !== own) return null;
    // 400 is a query that was not understood: its page says what and where.
    if (![200, 400].includes(answer.status) || !fresh.querySelector(BOX)) throw new Error(`HTTP ${answer.status}`);
    return fresh;
  } catch (error) {
    if (asking !== own) return null;
    throw error;
  }
}

/* Return address and page of the results for what stands in `box`; null where a newer question was asked. Nothing
 * for a word that may still be unfinished gives the words that begin so, and the address that says it. */
async function fetchResults(box) {
  const address = addressOf(box.form);
  const fresh = await fetchPage(address);
  const isEmpty = fresh?.querySelector('main [role="status"]') && !fresh.querySelector(RESULTS);
  if (!isEmpty || !UNFINISHED.test(box.value)) return fresh && { address, fresh };
  const widerAddress = addressOf(box.form, `${box.value}*`);
  const wider = await fetchPage(widerAddress);
  return wider && (wider.querySelector(RESULTS) ? { address: widerAddress, fresh: wider } : { address, fresh });
}

async function search(box) {
  const address = addressOf(box.form);
  if (address === shown && !document.querySelector(".live-fault")) {
    asking?.abort();
    asking = null;
    return;
  }
  try {
    const results = await fetchResults(box);
    if (results === null) return;
    showPage(results.fresh, box);
    shown = address;
    history[hasEntry ? "replaceState" : "pushState"](null, "", results.address);
    hasEntry = true;
  } catch {
    showFault(box);
  }
}

document.addEventListener("input", ({ target }) => {
  if (!target.matches(BOX)) return;
  clearTimeout(timer);
  timer = setTimeout(search, PAUSE, target);
});

document.addEventListener("submit", (event) => {
  clearTimeout(timer);
  asking?.abort();
  asking = null;
  const box = event.target.querySelector('input[name="q"]');
  const first = document.querySelector(RESULTS);
  // The results stand below already: go to them and leave the page as it is.
  if (box?.matches(BOX) && hasEntry && addressOf(event.target) === shown && first) {
    event.preventDefault();
    first.focus();
  }
});

addEventListener("popstate", async () => {
  const address = location.pathname + location.search;
  const box = document.querySelector(BOX);
  if (address === shown || !box) return;
  clearTimeout(timer);
  try {
    const fresh = await fetchPage(address);
    if (fresh === null) return;
    const value = fresh.querySelector(BOX).value;
    showPage(fresh, box).value = value;
    shown = address;
    hasEntry = false;
  } catch {
    location.reload();
  }
});
