import type { Chromaticity } from './primaries.ts';
import { curveByNumber, primariesOf, type StillTags } from './still-tags.ts';

// Exponents this near to 2.2 come from writers that mean sRGB: the standard prescribes this value for them.
const SRGB_GAMMA = 45_455;
const NEAR = 500;
/** Units of `cLLI` in one cd/m2. */
const CLLI_UNITS = 10_000;

/**
 * Reads colour tags from the first bytes of a PNG, in order of precedence: cICP, then a profile or sRGB, then gAMA and
 * cHRM. Returns null when a profile or sRGB takes precedence.
 */
export function readPngColour(head: Uint8Array): StillTags | null {
  const chunks = chunksOf(Buffer.from(head.buffer, head.byteOffset, head.byteLength));
  const cicp = chunks.get('cICP');
  if (cicp && cicp.length >= 4) {
    const [primaries = 1, transfer = 13, , full = 1] = cicp;
    const tags = { curve: curveByNumber(transfer), primaries: primariesOf(primaries), profileCounts: false };
    const [maxCll = 0] = numbersOf(chunks.get('cLLI'));
    return { ...tags, limitedColour: full === 0, limitedAlpha: false, peakNits: maxCll / CLLI_UNITS || null };
  }
  if (chunks.has('iCCP') || chunks.has('sRGB')) return null;
  const gamma = numbersOf(chunks.get('gAMA'))[0] ?? SRGB_GAMMA;
  const [wx, wy, rx, ry, gx, gy, bx, by] = numbersOf(chunks.get('cHRM'));
  const point = (x = 0, y = 0): Chromaticity => [x / 100_000, y / 100_000];
  const isWhole = [wy, ry, gy, by].every((y) => y !== undefined && y > 0);
  return {
    curve: gamma <= 0 || Math.abs(gamma - SRGB_GAMMA) <= NEAR ? 'srgb' : { exponent: 100_000 / gamma },
    primaries: isWhole ? { white: point(wx, wy), red: point(rx, ry), green: point(gx, gy), blue: point(bx, by) } : null,
    profileCounts: true,
    limitedColour: false,
    limitedAlpha: false,
    peakNits: null,
  };
}

/** Returns the chunks before the image data, by name. */
function chunksOf(head: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at + 12 <= head.length; ) {
    const name = head.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') break;
    const size = head.readUInt32BE(at);
    chunks.set(name, head.subarray(at + 8, at + 8 + size));
    at += 12 + size;
  }
  return chunks;
}

function numbersOf(chunk: Buffer | undefined): number[] {
  return Array.from({ length: (chunk?.length ?? 0) >> 2 }, (_, k) => chunk?.readUInt32BE(4 * k) ?? 0);
}
