// Every text against what is painted behind it, as [contrast, where]: half-transparent colours are laid over what
// is below them, of a gradient the worst colour counts. A canvas reads the colours, whatever their notation.
() => {
  const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1});
  const pen = canvas.getContext('2d', {willReadFrequently: true});
  const read = colour => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const lay = (over, under) => [0, 1, 2].map(i => over[i] * over[3] + under[i] * (1 - over[3])).concat(1);
  const light = colour => {
    const [r, g, b] = colour.slice(0, 3).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + .05) / (low + .05);
  };
  const behind = element => {
    if (!element) return [read('Canvas')];
    const style = getComputedStyle(element);
    const stops = style.backgroundImage.match(/(rgba?|color|oklab|oklch)\([^()]*\)/g);
    const own = stops ? stops.map(read) : [read(style.backgroundColor)];
    if (own.every(colour => colour[3] === 1)) return own;
    const below = behind(element.parentElement);
    return own.flatMap(colour => below.map(under => lay(colour, under)));
  };
  const opacity = element => element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    if (!text || element.closest('.unseen, svg')) continue;
    const ink = read(getComputedStyle(element).color);
    ink[3] *= opacity(element);
    const worst = Math.min(...behind(element).map(under => ratio(lay(ink, under), under)));
    found.push([worst, `${element.tagName}.${element.className}: ${text.slice(0, 40)}`]);
  }
  return found;
}
