import { FramemillError } from '@framemill/timeline/rendering';
import { readHead, THIS_FILE } from '../../open-input.ts';

/** Numbers of the TIFF tags that decide whether a file is supported. Source: TIFF 6.0, sections 8 and 15. */
const BITS = 258;
const PHOTOMETRIC = 262;
const COMPONENTS = 277;
const PLANES = 284;
const TILE_WIDTH = 322;
const SAMPLE_FORMAT = 339;

const CIE_LAB = 8;
const OTHER_LABS: ReadonlySet<number> = new Set([9, 10]);
const FLOAT = 3;
/** Maximum number of directory entries that are read. */
const MOST_ENTRIES = 4096;

/**
 * Throws `invalid_request` for kinds of TIFF that the image library cannot read or reads wrongly: tiles with separate
 * planes, 10 or 12 bits a sample, 32-bit integers, signed integers, and CIELab other than 16-bit. The message names the
 * kind of the first image. Damaged files are not reported here; the image library reports them.
 */
export function refuseTiff(path: string): void {
  const reason = refusal(readTags(path));
  if (reason) throw new FramemillError('invalid_request', `${THIS_FILE} is a TIFF ${reason}`);
}

function refusal(tags: ReadonlyMap<number, number>): string | null {
  const bits = tags.get(BITS) ?? 1;
  const components = tags.get(COMPONENTS) ?? 1;
  const photometric = tags.get(PHOTOMETRIC) ?? 1;
  const format = tags.get(SAMPLE_FORMAT) ?? 1;
  if (tags.has(TILE_WIDTH) && tags.get(PLANES) === 2 && components > 1) {
    return 'in tiles of separate planes, which is not supported. Save it without tiles, or interleave the components.';
  }
  if (OTHER_LABS.has(photometric) || (photometric === CIE_LAB && bits !== 16)) {
    return `in Lab colours of ${bits} bits, which is not supported. Save it as RGB.`;
  }
  if (format === FLOAT ? bits !== 32 && bits !== 64 : format !== 1) {
    return `of an unsupported sample format (${format}, ${bits} bits). Save it with integer samples of 8 or 16 bits.`;
  }
  if (format === 1 && bits !== 8 && bits !== 16 && !(components === 1 && [1, 2, 4].includes(bits))) {
    return `of ${bits} bits a sample, which is not supported. Save it with 8 or 16 bits.`;
  }
  return null;
}

/**
 * Reads the first value of each tag in a file's first directory, by tag number. Supports both byte orders and both
 * offset sizes. For a truncated file, returns the tags that are complete.
 */
function readTags(path: string): Map<number, number> {
  const tags = new Map<number, number>();
  const bytesAt = (position: number, length: number) => {
    const bytes = readHead(path, length, position);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const head = bytesAt(0, 16);
  if (head.byteLength < 16) return tags;
  const little = head.getUint8(0) === 0x49;
  const isBig = head.getUint16(2, little) === 43;
  const wide = (view: DataView, at: number) =>
    isBig ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
  const start = wide(head, isBig ? 8 : 4);
  const [countBytes, entryBytes] = isBig ? [8, 20] : [2, 12];
  if (!Number.isSafeInteger(start + countBytes)) return tags;
  const counted = bytesAt(start, countBytes);
  if (counted.byteLength < countBytes) return tags;
  const count = Math.min(MOST_ENTRIES, isBig ? wide(counted, 0) : counted.getUint16(0, little));
  const entries = bytesAt(start + countBytes, count * entryBytes);
  for (let at = 0; at + entryBytes <= entries.byteLength; at += entryBytes) {
    const isShort = entries.getUint16(at + 2, little) === 3;
    const size = wide(entries, at + 4) * (isShort ? 2 : 4);
    const valueAt = at + entryBytes - (isBig ? 8 : 4);
    const isInside = size <= (isBig ? 8 : 4);
    const place = wide(entries, valueAt);
    if (!isInside && !Number.isSafeInteger(place)) continue;
    const values = isInside ? entries : bytesAt(place, 4);
    const first = isInside ? valueAt : 0;
    if (values.byteLength < first + 4) continue;
    tags.set(
      entries.getUint16(at, little),
      isShort ? values.getUint16(first, little) : values.getUint32(first, little),
    );
  }
  return tags;
}
