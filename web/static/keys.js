/* Keys: `/` to the search box, j and k through results, `?` for the list of keys. None works while something is
 * typed, and all can be switched off in the list, which a button at the foot of the page opens too
 * (WCAG 2.2, 2.1.4). */

const STORED = "berserk-keys";
const RESULTS = 'main .tiles a[href^="/card/"], main td a[href^="/card/"], main th a[href^="/card/"]';
const BOXES = 'main input[type="search"], header input[type="search"]';
const CHORD = 1500;

let isOn = readSwitch();
let chordUntil = 0;

/* A browser may forbid storage: the switch then holds for this page. */
function readSwitch() {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}

function storeSwitch(value) {
  isOn = value;
  try {
    if (value) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, "off");
  } catch {
    // Nothing to keep it in; it holds for this page all the same.
  }
}

function isVisible(node) {
  return node.getClientRects().length > 0;
}

function findResults() {
  return [...document.querySelectorAll(RESULTS)].filter(isVisible);
}

function findBox() {
  return [...document.querySelectorAll(BOXES)].find(isVisible);
}

function focusBox() {
  const box = findBox();
  box?.focus();
  box?.select();
}

/* Move by one result; from elsewhere to the first. Say whether there was one. */
function step(by) {
  const results = findResults();
  const at = results.indexOf(document.activeElement);
  const next = at < 0 ? results[0] : results[at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return Boolean(next);
}

function follow(relation) {
  document.querySelector(`main a[rel="${relation}"]`)?.click();
}

const go = (address) => () => location.assign(address);

const KEYS = [
  ["/", "к строке поиска", focusBox],
  ["j", "к следующей карте списка, из строки поиска — стрелка вниз", () => step(1)],
  ["k", "к предыдущей карте списка", () => step(-1)],
  ["n", "следующая страница или карта выпуска", () => follow("next")],
  ["p", "предыдущая страница или карта выпуска", () => follow("prev")],
  ["g h", "на главную", go("/")],
  ["g s", "к поиску", go("/search")],
  ["g t", "к глоссарию", go("/terms")],
  ["g r", "к правилам", go("/rules")],
  ["?", "этот список", openDialog],
];
const MORE = [
  ["Enter", "открыть выбранное"],
  ["Esc", "закрыть подсказку или этот список"],
];

/* The key as printed on a Latin keyboard, whatever layout is on: «о» is j, «.» of the Russian layout is «/». */
function nameKey({ key, code, shiftKey }) {
  if (/^[a-z/?]$/.test(key)) return key;
  if (code === "Slash") return shiftKey ? "?" : "/";
  return /^[а-яё]$/i.test(key) && !shiftKey ? code.replace(/^Key/, "").toLowerCase() : key;
}

function takesText(node) {
  return node.matches?.("input, textarea, select, [contenteditable]");
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

let dialog = null;

function makeDialog() {
  const rows = [...KEYS, ...MORE].map(([keys, words]) => {
    const shownKeys = keys.split(" ").flatMap((key) => [element("kbd", { textContent: key }), " "]);
    return element("div", {}, element("dt", {}, ...shownKeys), element("dd", { textContent: words }));
  });
  const box = element("input", { type: "checkbox", checked: isOn });
  box.addEventListener("change", () => storeSwitch(box.checked));
  const close = element("button", { type: "button", textContent: "Закрыть" });
  close.addEventListener("click", () => dialog.close());
  const title = element("h2", { id: "keys-title", textContent: "Клавиши" });
  const note = element("p", { className: "quiet", textContent: "Раскладка клавиатуры не важна." });
  const choice = element("label", { className: "keys-switch" }, box, " Клавиши включены");
  const made = element("dialog", { className: "keys" }, title, element("dl", {}, ...rows), note, choice, close);
  made.setAttribute("aria-labelledby", title.id);
  document.body.append(made);
  return made;
}

function openDialog() {
  dialog ??= makeDialog();
  dialog.showModal();
}

/* Arrows move only from where they have nothing else to do: down from the search box, and among results. */
function moveByArrow(event) {
  const { key, target } = event;
  const isBox = target === findBox();
  const place = findResults().indexOf(target);
  let moved = false;
  if (key === "ArrowDown" && (isBox || place >= 0)) moved = step(1);
  if (key === "ArrowUp" && place > 0) moved = step(-1);
  if (key === "ArrowUp" && place === 0) {
    focusBox();
    moved = true;
  }
  if (moved) event.preventDefault();
}

document.addEventListener("keydown", (event) => {
  if (!isOn || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || dialog?.open) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (!event.shiftKey) moveByArrow(event);
    return;
  }
  if (takesText(event.target)) return;
  const key = nameKey(event);
  const isChord = event.timeStamp < chordUntil;
  chordUntil = key === "g" && !isChord ? event.timeStamp + CHORD : 0;
  const entry = KEYS.find(([keys]) => keys === (isChord ? `g ${key}` : key));
  if (!entry) return;
  event.preventDefault();
  entry[2]();
});

const button = element("button", { type: "button", className: "keys-button", textContent: "Клавиши" });
button.addEventListener("click", openDialog);
document.querySelector("footer nav")?.append(button);
