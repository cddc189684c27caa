/** Maximum size of a file for the small-upload route, whatever the user's plan, in MB of 1,048,576 bytes. */
export const MAX_UPLOAD_MB = 32;

/**
 * Returns the route below /v1/media for uploading a file of this size. Files larger than `MAX_UPLOAD_MB` have a
 * separate route.
 */
export function uploadRoute(sizeBytes: number): 'uploads' | 'large-uploads' {
  return sizeBytes > MAX_UPLOAD_MB * 1_048_576 ? 'large-uploads' : 'uploads';
}

/**
 * Number of bytes from the start of a file that `looksLikeCube` needs. It is this large because some programs begin the
 * file with long comments.
 */
export const CUBE_HEAD_BYTES = 4096;

/**
 * Maximum size of a .cube file in bytes. A table of 33 x 33 x 33 colours with 15 digits for each channel takes 2 MB.
 * Larger files are rejected before parsing.
 */
export const CUBE_MAX_BYTES = 5_000_000;

/**
 * Whether the start of a file looks like a .cube file: text whose lines, up to the one with the size of the table, are
 * only keywords of that format, comments or empty.
 */
export function looksLikeCube(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head.subarray(0, CUBE_HEAD_BYTES)).replace(/^\u00ef\u00bb\u00bf/, '');
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^\s*LUT_[13]D_SIZE\s+\d/.test(line)) return true;
    if (!/^\s*(#(?!EXTM3U)|TITLE\s|DOMAIN_M|LUT_[13]D_INPUT_RANGE|$)/.test(line)) return false;
  }
  return false;
}

/**
 * Maximum size of a font file in bytes, both compressed and uncompressed. A font with Chinese, Japanese and Korean
 * takes some 20 MB.
 */
export const FONT_MAX_BYTES = 30_000_000;

/** Font file formats that can be read. */
export type FontFormat = 'ttf' | 'otf' | 'woff' | 'woff2';

const FORMATS: Readonly<Record<string, FontFormat>> = {
  '\0\u0001\0\0': 'ttf',
  true: 'ttf',
  OTTO: 'otf',
  wOFF: 'woff',
  wOF2: 'woff2',
};

/** Detects the format of a font by the first 16 bytes of its file; null when it is not a font. */
export function fontFormat(head: Uint8Array): FontFormat | null {
  const word = String.fromCharCode(...head.subarray(0, 4));
  const format = Object.hasOwn(FORMATS, word) ? (FORMATS[word] ?? null) : null;
  if (format === null || head.length < 16) return null;
  // Four mostly zero bytes are a weak signature: the number of tables is checked as well.
  const tables = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint16(
    format.startsWith('woff') ? 12 : 4,
  );
  return tables > 0 && tables <= 256 ? format : null;
}

/**
 * Maximum size of a subtitle file in bytes, enough for some 100,000 cues. Equal to the maximum number of characters
 * that the command `importSubtitles` accepts.
 */
export const SUBTITLE_MAX_BYTES = 5_000_000;

/** Subtitle file formats that can be read. */
export type SubtitleFormat = 'srt' | 'vtt';

const FIRST_TIME = /^\s*(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}\s*-->/;

/**
 * Detects the format of a subtitle file by its first bytes, in any supported encoding; null for other files. WebVTT has
 * a signature; SubRip starts with a number and a line with two times.
 */
export function subtitleFormat(head: Uint8Array): SubtitleFormat | null {
  const text = new TextDecoder(wideEncoding(head) ?? 'latin1').decode(head).replace(/^\u00ef\u00bb\u00bf/, '');
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'vtt';
  const first = text.split(/\r\n|\r|\n/).find((line) => !/^\d*$/.test(line.trim()));
  return first !== undefined && FIRST_TIME.test(first) ? 'srt' : null;
}

/**
 * Decodes a subtitle file: as UTF-16 when it has a byte order mark, otherwise as UTF-8. Null when the bytes are not
 * valid.
 */
export function subtitleText(file: Uint8Array): string | null {
  try {
    return new TextDecoder(wideEncoding(file) ?? 'utf-8', { fatal: true }).decode(file);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Returns the 16-bit encoding that a byte order mark indicates; null without such a mark. */
function wideEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Maximum size of an animation in bytes, and of what a .lottie file unpacks to. */
export const ANIMATION_MAX_BYTES = 20_000_000;

/** Maximum number of pixels of an animation's canvas, and of all images in it together. */
export const ANIMATION_MAX_PIXELS = 50_000_000;

/** Animation file formats that can be read. `json`: Lottie. `lottie`: dotLottie, a ZIP archive with Lottie files. */
export type AnimationFormat = 'json' | 'lottie';

/** Number of bytes from the start of a file by which an animation is detected. */
const ANIMATION_HEAD_BYTES = 4096;
const LOTTIE_KEYS = /"(v|fr|ip|op|w|h|layers|assets)"\s*:/g;
const LEAST_LOTTIE_KEYS = 3;
/** Name of the first file of a dotLottie archive: its manifest, or a file of one of its folders. */
const DOT_LOTTIE_NAME = /^(?:manifest\.json|(?:animations|images|a|i)\/)/;

/**
 * Detects the format of an animation by the first bytes of its file; null when it is none. A JSON object counts as
 * Lottie when its start has three of the keys that every Lottie file has; the probe reads all of it.
 */
export function animationFormat(head: Uint8Array): AnimationFormat | null {
  const text = new TextDecoder('latin1').decode(head.subarray(0, ANIMATION_HEAD_BYTES));
  if (text.startsWith('PK\u0003\u0004')) {
    const length = (head[26] ?? 0) + 256 * (head[27] ?? 0);
    return DOT_LOTTIE_NAME.test(text.slice(30, 30 + length)) ? 'lottie' : null;
  }
  if (!/^(?:\u00ef\u00bb\u00bf)?\s*\{\s*"/.test(text)) return null;
  const keys = new Set([...text.matchAll(LOTTIE_KEYS)].map(([, key]) => key));
  return keys.size >= LEAST_LOTTIE_KEYS ? 'json' : null;
}

/** Maximum size of a CSV table in bytes: some 10,000 rows of 500 characters. */
export const TABLE_MAX_BYTES = 5_000_000;

/** Pattern of a cell in a CSV header row: the name of a variable, quoted or not. */
const NAME = /^[ \t]*(?:"[A-Za-z_][A-Za-z0-9_.-]{0,63}"|[A-Za-z_][A-Za-z0-9_.-]{0,63})[ \t]*$/;

/**
 * Whether the start of a file looks like a CSV table: names without spaces in the first line, separated by commas,
 * semicolons or tabs, and at least one more line. The first line of other texts usually contains spaces.
 */
export function looksLikeTable(head: Uint8Array): boolean {
  const text = textOf(head);
  const [first, second] = /^([^\r\n]+)(?:\r\n|\r|\n)(.*)/s.exec(text)?.slice(1) ?? [];
  if (first === undefined || second === undefined || second.trim() === '' || text.includes('\0')) return false;
  return first.split(/[,;\t]/).every((cell) => NAME.test(cell));
}

/** Decodes the start of a file as text; a character that is cut off at the end is dropped. */
function textOf(head: Uint8Array): string {
  const wide = head[0] === 0xff || head[0] === 0xfe;
  const whole = wide ? head.subarray(0, head.length - (head.length % 2)) : head;
  return (
    (wide ? subtitleText(whole) : new TextDecoder('latin1').decode(whole).replace(/^\u00ef\u00bb\u00bf/, '')) ?? ''
  );
}
