/**
 * Counts the copies that the `use` elements of an SVG create, including nested copies: a few lines that copy each other
 * multiply to billions. The result is an upper bound; Infinity for elements nested deeper than `maxDepth`. Circular
 * references count once, as rasterisers skip them. Linear in the length of the text.
 */
export function countCopies(text: string, maxDepth = 256): number {
  const inside = new Map<string, string[]>([[ROOT, []]]);
  const open: string[] = [ROOT];
  for (const tag of text.split('<')) {
    if (tag.startsWith('/') && open.length > 1) open.pop();
    if (!/^[a-z]/i.test(tag)) continue;
    if (open.length > maxDepth) return Number.POSITIVE_INFINITY;
    const id = attribute(tag, 'id');
    if (id !== null && !inside.has(id)) inside.set(id, []);
    open.push(id ?? NAMELESS);
    const target = /^(\w+:)?use\b/.test(tag) ? attribute(tag, 'href') : null;
    if (target !== null) for (const outer of open) inside.get(outer)?.push(target.trim().replace(/^#/, ''));
    if (/\/\s*>/.test(tag)) open.pop();
  }
  return copiesInside(ROOT, inside, new Map());
}

// Neither can be an id: both contain a space, which ids must not.
const ROOT = ' root';
const NAMELESS = ' nameless';

function copiesInside(id: string, inside: ReadonlyMap<string, string[]>, known: Map<string, number>): number {
  const counted = known.get(id);
  if (counted !== undefined) return counted;
  known.set(id, 0);
  let copies = 0;
  for (const target of inside.get(id) ?? []) copies += 1 + copiesInside(target, inside, known);
  known.set(id, copies);
  return copies;
}

function attribute(tag: string, name: 'id' | 'href'): string | null {
  const pattern = name === 'id' ? /\bid\s*=\s*["']([^"']*)/ : /\bhref\s*=\s*["']([^"']*)/i;
  return pattern.exec(tag)?.[1] ?? null;
}
