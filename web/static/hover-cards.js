/* Hover cards: a link to a card that the pointer or the focus rests on shows the card's tile beside it, made by
 * the server. Escape closes it and the tips of terms; the pointer may move onto it (WCAG 2.2, 1.4.13). */

const DELAY = 300;
const LINGER = 250;
const GAP = 6;
const CARD = /^\/card\/[^/]+\/\d+$/;

const tiles = new Map();
const panel = document.createElement("div");
panel.id = "hover-card";
panel.className = "hover-card";
panel.setAttribute("role", "tooltip");
panel.hidden = true;
document.body.append(panel);

let link = null;
let timer = 0;

function cardLink(target) {
  const found = target.closest?.("a[href]");
  if (!found || found.closest(".tile, .hover-card") || found.origin !== location.origin) return null;
  return CARD.test(found.pathname) && found.pathname !== location.pathname ? found : null;
}

function fetchTile(path) {
  if (!tiles.has(path)) {
    const answer = fetch(`${path}/tile`).then((response) => {
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return response.text();
    });
    tiles.set(path, answer);
    answer.catch(() => tiles.delete(path));
  }
  return tiles.get(path);
}

function place(found) {
  const width = document.documentElement.clientWidth;
  // A link over two lines: beside its first piece, which is where the pointer came from or reading begins.
  const box = found.getClientRects()[0] ?? found.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(box.left, width - panel.offsetWidth - GAP));
  const fitsBelow = box.bottom + GAP + panel.offsetHeight <= innerHeight;
  const fitsAbove = box.top - GAP - panel.offsetHeight >= 0;
  const top = fitsBelow || !fitsAbove ? box.bottom + GAP : box.top - GAP - panel.offsetHeight;
  panel.style.left = `${left + scrollX}px`;
  panel.style.top = `${top + scrollY}px`;
}

async function show(found) {
  let html;
  try {
    html = await fetchTile(found.pathname);
  } catch {
    return; // The link itself leads to the card: what is lost is a shortcut.
  }
  if (link !== found || !found.isConnected) return;
  panel.innerHTML = html;
  // The panel describes the link that has the focus: nothing in it is a stop of its own for the Tab key.
  for (const inner of panel.querySelectorAll("a")) inner.tabIndex = -1;
  panel.hidden = false;
  place(found);
  found.setAttribute("aria-describedby", panel.id);
}

function hide() {
  clearTimeout(timer);
  if (link?.getAttribute("aria-describedby") === panel.id) link.removeAttribute("aria-describedby");
  link = null;
  panel.hidden = true;
}

function plan(found) {
  clearTimeout(timer);
  if (found === link) return;
  hide();
  link = found;
  timer = setTimeout(show, DELAY, found);
}

function leave() {
  if (!link || link.matches(":focus-visible")) return;
  clearTimeout(timer);
  timer = setTimeout(hide, panel.hidden ? 0 : LINGER);
}

document.addEventListener("pointerover", ({ target, pointerType }) => {
  if (pointerType === "touch") return;
  const found = cardLink(target);
  if (found) plan(found);
  else if (panel.contains(target)) clearTimeout(timer);
  else leave();
});
document.documentElement.addEventListener("pointerleave", leave);
document.addEventListener("focusin", ({ target }) => {
  const found = target.matches(":focus-visible") ? cardLink(target) : null;
  if (found) plan(found);
  else hide();
});

/* Tips of terms show by style alone; a dismissed one comes back once pointer and focus have left its word. */
function dismissTips() {
  for (const mention of document.querySelectorAll(".mention:hover, .mention:focus-within")) {
    const restore = () => mention.classList.remove("is-dismissed");
    mention.classList.add("is-dismissed");
    mention.addEventListener("pointerleave", restore, { once: true });
    mention.addEventListener("focusout", restore, { once: true });
  }
}

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  hide();
  dismissTips();
});
