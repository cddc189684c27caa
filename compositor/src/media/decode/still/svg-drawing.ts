import { readFileSync, statSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import { sniffContainer } from '../../../formats/containers.ts';
import { sharp } from '../../image-library.ts';
import { MAX_PIXELS, THIS_FILE } from '../../open-input.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ELEMENTS = 20_000;
const MAX_COPIES = 10_000;
const MAX_IMAGES = 50;
const MAX_FILTER_STEPS = 32;
// Unlike every other filter, its cost grows with the radius.
const MAX_MORPHOLOGY_RADIUS = 20;

/**
 * Reads an SVG drawing and checks that it is safe to rasterise. References must point into the drawing itself or to an
 * embedded image (`data:`), entities are not allowed, and sizes and counts are limited. (The rasteriser runs no
 * scripts, and cannot resolve relative references because it receives bytes without a base address.) Throws
 * FramemillError `invalid_request` that names the unsupported feature.
 */
export async function readDrawing(path: string): Promise<Buffer> {
  const { size } = statSync(path);
  if (size > MAX_BYTES) throw refused(`is an SVG of ${size} bytes, but at most ${MAX_BYTES} are allowed. Simplify it`);
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  // XML in two-byte characters would bypass the checks below.
  if (text.includes('\0') || /^<\?xml[^>]*encoding=["'](?!utf-?8|us-ascii|iso-8859-1)/i.test(text))
    throw refused('is an SVG that is not encoded in UTF-8. Save it as UTF-8');
  if (/<!ENTITY/i.test(text)) throw refused('is an SVG that declares entities. Save it without a document type');
  if (/<\?xml-stylesheet/i.test(text)) throw refused('is an SVG with an external style sheet. Embed the styles');
  const tags = tagsOf(text);
  refuseTooMuch(tags);
  const copies = countCopies(text);
  if (copies === Number.POSITIVE_INFINITY) throw refused('is an SVG that nests elements deeper than 256. Simplify it');
  if (copies > MAX_COPIES)
    throw refused(
      `is an SVG whose use elements create ${copies} copies, but at most ${MAX_COPIES} are allowed. Simplify it`,
    );
  refuseOutside(text, tags);
  await checkImages(text);
  return bytes;
}

/**
 * Splits a drawing before each `<`. In well-formed XML, each part is a tag with its attributes and the text after it.
 */
function tagsOf(text: string): string[] {
  return text.split('<').filter((tag) => /^[a-z]/i.test(tag));
}

function refuseTooMuch(tags: readonly string[]): void {
  if (tags.length > MAX_ELEMENTS)
    throw refused(`is an SVG of ${tags.length} elements, but at most ${MAX_ELEMENTS} are allowed. Simplify it`);
  const steps = tags.filter((tag) => /^(\w+:)?fe[A-Z]/.test(tag));
  if (steps.length > MAX_FILTER_STEPS)
    throw refused(
      `is an SVG with ${steps.length} filter steps, but at most ${MAX_FILTER_STEPS} are allowed. Remove some`,
    );
  for (const step of steps.filter((tag) => /^(\w+:)?feMorphology/.test(tag))) {
    const radius = /\bradius\s*=\s*["']([^"']*)/.exec(step)?.[1] ?? '0';
    if (radius.split(/[\s,]+/).some((part) => !(Number(part) <= MAX_MORPHOLOGY_RADIUS)))
      throw refused(
        `is an SVG with feMorphology radius ${radius}, but at most ${MAX_MORPHOLOGY_RADIUS} is allowed. Reduce it`,
      );
  }
}

/**
 * Throws when the drawing refers to other files. Links (`<a href>`) are allowed, because the rasteriser does not follow
 * them.
 */
function refuseOutside(text: string, tags: readonly string[]): void {
  const references = [
    ...tags
      .filter((tag) => !/^(\w+:)?a\s/.test(tag))
      .flatMap((tag) => [...tag.matchAll(/\bhref\s*=\s*(?:"([^"]*)|'([^']*))/gi)]),
    ...text.matchAll(/\burl\(\s*(?:"([^"]*)|'([^']*)|([^)]*))/gi),
  ];
  for (const [, ...values] of references) {
    const target = (values.find((value) => value !== undefined) ?? '').trim();
    if (target.startsWith('#') || imageData.test(target)) continue;
    throw refused(`is an SVG that refers to "${target.slice(0, 60)}", which is outside of the file. Embed it`);
  }
  if (/@import/i.test(text)) throw refused('is an SVG that imports styles. Embed them');
}

const imageData = /^data:image\/(png|jpe?g|webp|gif);base64,/i;

async function checkImages(text: string): Promise<void> {
  const found = [...text.matchAll(/data:image\/[\w+.-]+;base64,([^"')]*)/gi)];
  if (found.length > MAX_IMAGES)
    throw refused(`is an SVG with ${found.length} embedded images, but at most ${MAX_IMAGES} are allowed. Remove some`);
  for (const [, data = ''] of found) {
    const image = Buffer.from(data.replace(/&#(x0*[ad]|0*1[03]);|\s/gi, ''), 'base64');
    const { kind, mimeType } = sniffContainer(image);
    if (kind === 'vector') throw refused(`is an SVG with an embedded vector image (${mimeType}). Embed a bitmap`);
    const { width, height } = await sharp(image).metadata();
    if (width * height > MAX_PIXELS)
      throw refused(
        `is an SVG with an image of ${width}x${height}, but at most ${MAX_PIXELS} pixels are allowed. Scale it down`,
      );
  }
}

function refused(what: string): FramemillError {
  return new FramemillError('invalid_request', `${THIS_FILE} ${what}.`);
}

/**
 * Returns an upper bound on the number of copies that the `use` elements of an SVG create, nested copies included: a
 * few lines that copy each other can multiply to billions. Returns Infinity for elements nested deeper than `maxDepth`.
 * Circular references count once, as rasterisers skip them. Takes time linear in the length of the text.
 */
function countCopies(text: string, maxDepth = 256): number {
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
