import { readFileSync, statSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import { sniffContainer } from '../../../catalog/containers.ts';
import { sharp } from '../../image-library.ts';
import { MAX_PIXELS, THIS_FILE } from '../../open-input.ts';
import { countCopies } from './svg-references.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ELEMENTS = 20_000;
const MAX_COPIES = 10_000;
const MAX_IMAGES = 50;
const MAX_FILTER_STEPS = 32;
// Its cost grows with the radius, unlike that of every other filter.
const MAX_MORPHOLOGY_RADIUS = 20;

/**
 * Reads an SVG drawing that is safe to rasterise. The rasteriser never runs scripts, and a drawing that comes as bytes has no address that others could be
 * relative to; what is checked here is that nobody expects either: references lead to the drawing itself or to a picture inside it (`data:`), there are no
 * entities to multiply, and sizes and counts are bounded. Throws FramemillError `invalid_request` naming what is not accepted.
 */
export async function readDrawing(path: string): Promise<Buffer> {
  const { size } = statSync(path);
  if (size > MAX_BYTES) throw refused(`is an SVG of ${size} bytes; at most ${MAX_BYTES} are accepted`);
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  // XML in two-byte characters would hide from the checks below.
  if (text.includes('\0') || /^<\?xml[^>]*encoding=["'](?!utf-?8|us-ascii|iso-8859-1)/i.test(text))
    throw refused('is an SVG in another encoding than UTF-8. Save it as UTF-8');
  if (/<!ENTITY/i.test(text)) throw refused('is an SVG that declares entities. Save it without a document type');
  if (/<\?xml-stylesheet/i.test(text)) throw refused('is an SVG with a style sheet of its own file. Embed the styles');
  const tags = tagsOf(text);
  refuseTooMuch(tags);
  const copies = countCopies(text);
  if (copies === Number.POSITIVE_INFINITY) throw refused('is an SVG that nests elements deeper than 256. Simplify it');
  if (copies > MAX_COPIES)
    throw refused(`is an SVG whose elements copy each other ${copies} times; at most ${MAX_COPIES} are accepted`);
  refuseOutside(text, tags);
  await checkImages(text);
  return bytes;
}

/** The text from each `<` to the next: in well-formed XML an element's tag with all its attributes, and what follows it. */
function tagsOf(text: string): string[] {
  return text.split('<').filter((tag) => /^[a-z]/i.test(tag));
}

function refuseTooMuch(tags: readonly string[]): void {
  if (tags.length > MAX_ELEMENTS)
    throw refused(`is an SVG of ${tags.length} elements; at most ${MAX_ELEMENTS} are accepted. Simplify it`);
  const steps = tags.filter((tag) => /^(\w+:)?fe[A-Z]/.test(tag));
  if (steps.length > MAX_FILTER_STEPS)
    throw refused(`is an SVG with ${steps.length} filter steps; at most ${MAX_FILTER_STEPS} are accepted`);
  for (const step of steps.filter((tag) => /^(\w+:)?feMorphology/.test(tag))) {
    const radius = /\bradius\s*=\s*["']([^"']*)/.exec(step)?.[1] ?? '0';
    if (radius.split(/[\s,]+/).some((part) => !(Number(part) <= MAX_MORPHOLOGY_RADIUS)))
      throw refused(`is an SVG with a feMorphology radius of ${radius}; at most ${MAX_MORPHOLOGY_RADIUS} is accepted`);
  }
}

/** Links (`<a href>`) lead people elsewhere, not the rasteriser: they are left alone. */
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
    throw refused(`is an SVG that refers to "${target.slice(0, 60)}", outside of itself. Embed what it needs`);
  }
  if (/@import/i.test(text)) throw refused('is an SVG that imports styles. Embed them');
}

const imageData = /^data:image\/(png|jpe?g|webp|gif);base64,/i;

async function checkImages(text: string): Promise<void> {
  const found = [...text.matchAll(/data:image\/[\w+.-]+;base64,([^"')]*)/gi)];
  if (found.length > MAX_IMAGES)
    throw refused(`is an SVG with ${found.length} pictures in it; at most ${MAX_IMAGES} are accepted`);
  for (const [, data = ''] of found) {
    const image = Buffer.from(data.replace(/&#(x0*[ad]|0*1[03]);|\s/gi, ''), 'base64');
    const { kind, mimeType } = sniffContainer(image);
    if (kind === 'vector') throw refused(`is an SVG with another one (${mimeType}) in it`);
    const { width, height } = await sharp(image).metadata();
    if (width * height > MAX_PIXELS)
      throw refused(`is an SVG with a picture of ${width}x${height} in it; at most ${MAX_PIXELS} pixels are accepted`);
  }
}

function refused(what: string): FramemillError {
  return new FramemillError('invalid_request', `${THIS_FILE} ${what}.`);
}
