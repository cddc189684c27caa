/**
 * How many copies the `use` elements of an SVG lead to, each copy's own copies included: a few lines that copy each other multiply to billions. An upper bound,
 * Infinity for elements nested deeper than `maxDepth`. Circles count once, as rasterisers leave them out. Linear in the text.
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

// No id can be either: both hold a character that ids must not.
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
