import { AVCOL_RANGE_MPEG } from 'node-av/constants';
import { Dictionary, FormatContext, InputFormat, type Stream } from 'node-av/lib';
import { quietCodecLog } from '../../av-error.ts';
import { DECODER_WHITELIST } from '../../decoders.ts';
import { readHead } from '../../open-input.ts';
import { pixelFormatName } from '../../pixel-format.ts';
import { PEAK_NITS } from '../colour/light-curves.ts';
import {
  bt709Primaries,
  bt2020Primaries,
  type Chromaticity,
  lightBetween,
  type Primaries,
  primariesByNumber,
} from './primaries.ts';

/**
 * Transfer curve between coded values and light: the curve of a standard, or a power with `exponent`. `bt709` is the
 * curve of BT.709 displays (BT.1886). If the primaries are BT.709 as well, the curve is not applied: the coded values
 * count as sRGB, as they do for videos.
 */
export type StillCurve = 'srgb' | 'bt709' | 'pq' | 'hlg' | { readonly exponent: number };

/** Colour tags of an image file. */
interface StillTags {
  readonly curve: StillCurve;
  readonly primaries: Primaries | null;
  /** Whether the file has a colour profile (ICC) that takes precedence over these tags. */
  readonly profileCounts: boolean;
  /** Whether colours have limited range (16 to 235 of 255), which the image library does not expand. */
  readonly limitedColour: boolean;
  readonly limitedAlpha: boolean;
  /**
   * Brightness of the brightest pixel (MaxCLL) of a high dynamic range image, in cd/m2; null when the file does not
   * state it.
   */
  readonly peakNits: number | null;
}

/** Returns the transfer curve with a number of H.273, table 3. The curve of BT.601 counts as sRGB, as in browsers. */
function curveByNumber(number: number): StillCurve {
  switch (number) {
    case 1:
    case 14:
    case 15:
      return 'bt709';
    case 4:
      return { exponent: 2.2 };
    case 5:
      return { exponent: 2.8 };
    case 8:
      return { exponent: 1 };
    case 16:
      return 'pq';
    case 18:
      return 'hlg';
    default:
      return 'srgb';
  }
}

/** Returns the primaries with a number of H.273, table 2; null for BT.709 and for unsupported numbers. */
function primariesOf(number: number): Primaries | null {
  return primariesByNumber[number] ?? null;
}

/** Colour coding of a still image that the image library does not convert itself. */
export interface StillCoding extends Pick<StillTags, 'curve' | 'limitedColour' | 'limitedAlpha'> {
  /** Row-major 3x3 matrix from the image's linear light to linear light in the primaries of BT.709. */
  readonly toBt709: readonly number[];
  /** Row-major 3x3 matrix from the image's linear light to BT.2020, in which high dynamic range is tone-mapped. */
  readonly toBt2020: readonly number[];
  /** Peak brightness that an image of high dynamic range declares, in cd/m2. Default: 1000. */
  readonly peakNits: number;
}

const HEAD_BYTES = 1 << 20;

const plain = { toBt2020: [], peakNits: PEAK_NITS, limitedColour: false, limitedAlpha: false } as const;

/** Returns the coding of Display P3: primaries number 12 of H.273 with the curve of sRGB. */
export function displayP3(): StillCoding {
  const toBt709 = lightBetween(primariesOf(12) ?? bt709Primaries, bt709Primaries) ?? [];
  return { ...plain, curve: 'srgb', toBt709 };
}

/**
 * Reads the colour coding of a PNG or AVIF from its tags. Returns null when the image library interprets the image
 * correctly: as sRGB or by the file's profile.
 */
export function stillCoding(path: string, mimeType: string, hasProfile: boolean): StillCoding | null {
  const tags =
    mimeType === 'image/png'
      ? readPngColour(readHead(path, HEAD_BYTES))
      : mimeType === 'image/avif'
        ? readAvifColour(path)
        : null;
  if (!tags || (hasProfile && tags.profileCounts)) return null;
  const primaries = tags.primaries ?? bt709Primaries;
  const toBt709 = lightBetween(primaries, bt709Primaries);
  const toBt2020 = lightBetween(primaries, bt2020Primaries);
  if (!toBt709 || !toBt2020) return null;
  const { curve, limitedColour, limitedAlpha, peakNits } = tags;
  const isOfDisplay = curve === 'srgb' || curve === 'bt709';
  const isPlain = isOfDisplay && toBt709.every((factor, k) => Math.abs(factor - (k % 4 === 0 ? 1 : 0)) < 0.005);
  if (isPlain && !limitedColour && !limitedAlpha) return null;
  return { curve, toBt709, toBt2020, limitedColour, limitedAlpha, peakNits: peakNits ?? PEAK_NITS };
}

const AVIF_HEAD_BYTES = 32_768;
const DEMUXER = 'mov,mp4,m4a,3gp,3g2,mj2';

/**
 * Reads the colour tags of an AVIF image and of its alpha, which the codec library reports as two streams. Decodes the
 * start of both streams. Returns null when the library cannot read the file.
 */
function readAvifColour(path: string): StillTags | null {
  quietCodecLog();
  const demuxer = InputFormat.findInputFormat(DEMUXER);
  const format = new FormatContext();
  const options = Dictionary.fromObject({
    format_whitelist: DEMUXER,
    protocol_whitelist: 'file',
    codec_whitelist: DECODER_WHITELIST,
  });
  if (!demuxer || format.openInputSync(`file:${path}`, demuxer, options) < 0) return null;
  try {
    if (format.findStreamInfoSync() < 0) return null;
    const [image, ...others] = format.streams;
    if (!image) return null;
    const { colorTrc, colorPrimaries } = image.codecpar;
    return {
      curve: curveByNumber(colorTrc),
      primaries: primariesOf(colorPrimaries),
      profileCounts: true,
      // The image library converts luma with chroma to full range, but not luma alone.
      limitedColour: isGrey(image) && isLimited(image),
      peakNits: lightLevel(readHead(path, AVIF_HEAD_BYTES)),
      limitedAlpha: others.length === 1 && others.every((alpha) => isGrey(alpha) && isLimited(alpha)),
    };
  } finally {
    format.closeInputSync();
  }
}

/**
 * Reads MaxCLL, in cd/m2, from the first `clli` box among the image properties; null when there is none. Source: ISO
 * 23008-12, 6.5.35.
 */
function lightLevel(head: Uint8Array): number | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const properties = bytes.indexOf('ipco');
  const box = properties < 4 ? -1 : bytes.indexOf('clli', properties);
  if (box < 0 || box > properties + bytes.readUInt32BE(properties - 4) || box + 6 > bytes.length) return null;
  return bytes.readUInt16BE(box + 4) || null;
}

function isGrey({ codecpar }: Stream): boolean {
  return pixelFormatName(codecpar.format).startsWith('gray');
}

function isLimited({ codecpar }: Stream): boolean {
  return codecpar.colorRange === AVCOL_RANGE_MPEG;
}

// Exponents this near to 2.2 come from writers that mean sRGB: the standard prescribes this value for them.
const SRGB_GAMMA = 45_455;
const NEAR = 500;
/** Number of units of a PNG's `cLLI` chunk in 1 cd/m2. */
const CLLI_UNITS = 10_000;

/**
 * Reads colour tags from the first bytes of a PNG, in order of precedence: cICP, then a profile or sRGB, then gAMA and
 * cHRM. Returns null when a profile or sRGB takes precedence.
 */
function readPngColour(head: Uint8Array): StillTags | null {
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

/** Returns the chunks of a PNG before its image data, by chunk name. */
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
