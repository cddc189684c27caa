/**
 * Whether a text is an SVG document: its root element is `svg`, after an optional XML declaration, comments and
 * document type.
 */
export function isSvg(text: string): boolean {
  const root = afterProlog(text);
  return root !== null && /^<(\w+:)?svg[\s>/]/.test(root);
}

/** Returns the declarations inside `<!DOCTYPE svg [ ... ]>`; null when there are none. */
function internalSubset(text: string): string | null {
  const start = text.search(/<!DOCTYPE/i);
  if (start < 0) return null;
  const open = text.indexOf('[', start);
  const close = text.indexOf('>', start);
  if (open < 0 || (close >= 0 && close < open)) return null;
  const end = text.indexOf(']', open);
  return text.slice(open + 1, end < 0 ? text.length : end);
}

// Parts that may precede the root element, by their start and end. They are read in one pass, because a regular
// expression over many comments would backtrack exponentially.
const prologParts: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
];

/** Returns the text from the root element on; null when the text is not XML. */
function afterProlog(text: string): string | null {
  let rest = text.replace(/^\ufeff/, '').trimStart();
  for (;;) {
    if (!rest.startsWith('<')) return null;
    const part = prologParts.find(([start]) => rest.startsWith(start));
    const end = part ? endOf(rest, part[1]) : /^<!DOCTYPE/i.test(rest) ? endOfDoctype(rest) : 0;
    if (end === 0) return rest;
    if (end < 0) return null;
    rest = rest.slice(end).trimStart();
  }
}

function endOf(text: string, word: string): number {
  const at = text.indexOf(word);
  return at < 0 ? -1 : at + word.length;
}

function endOfDoctype(text: string): number {
  const subset = internalSubset(text);
  const from = subset === null ? 0 : text.indexOf('[') + 1 + subset.length;
  const close = text.indexOf('>', from);
  return close < 0 ? -1 : close + 1;
}
