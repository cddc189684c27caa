import { FramemillError } from '@framemill/timeline/rendering';
import { isSvg } from './svg-prolog.ts';

/** Media container that Framemill reads, with the only demuxer that may open it and its MIME type. */
export interface Container {
  /** File name extension, without the dot. */
  readonly ending: string;
  /** Name of the demuxer in the codec library. While the file is open, no other demuxer is allowed. */
  readonly demuxer: string;
  readonly mimeType: string;
  /**
   * Kind of content. `still`: an image, which the image library decodes (the codec library reads only the colour tags
   * of AVIF, and all of BMP). `vector`: an SVG drawing, which the image library decodes. `timed`: everything else.
   */
  readonly kind: 'timed' | 'still' | 'vector';
  /** Whether audio timestamps are exact to the sample, so that decoding may start in the middle of the file. */
  readonly sampleExactSeek: boolean;
  /**
   * Kind of timestamps that frames have in the container. `stamped`: every frame has one. `counted`: frames have only
   * the decoding order and a rate (AVI), so that second 0 is the first frame that the decoder outputs. `sparse`: only
   * some frames have one (MPEG program streams); the times of the others are known only after decoding from the start.
   */
  readonly frameTimes: 'stamped' | 'counted' | 'sparse';
  /**
   * Whether the demuxer may estimate the duration from size and bit rate. The exact duration is then known only after
   * reading all packets.
   */
  readonly guessesLength?: boolean;
  /**
   * Whether timestamps come from a clock that starts at any value and wraps to 0 every 26.5 h. In a file that begins
   * shortly before a wrap, the codec library reports times before it as negative, so that negative times are valid.
   */
  readonly clockWraps?: boolean;
  /**
   * Whether audio blocks have no timestamps. The demuxer then computes the times by counting; in AVI it counts by sizes
   * and rates that some muxers write incorrectly.
   */
  readonly stampless?: boolean;
  /**
   * Whether the duration that the demuxer reports ends at the last timestamp. In a file without video, it is then too
   * short by up to ten blocks of audio.
   */
  readonly lengthToLastStamp?: boolean;
  /**
   * Whether muxers disagree on where the duration in the file's header starts: at time 0 or at the first timestamp. For
   * a file whose timestamps start late, the duration is then known only after reading the packets.
   */
  readonly lengthFromClock?: boolean;
}

/** Number of bytes from the start of a file that `sniffContainer` needs. */
export const SNIFF_BYTES = 32_768;

// Keywords are searched in the first bytes only: later bytes are content, which may contain any word.
const HEADER_BYTES = 1024;

/**
 * Detects a container by the first bytes of a file, never by its name. `head` holds the first SNIFF_BYTES of the file,
 * or all of a shorter file. Throws `invalid_request`, naming the kind of file, when Framemill does not read it.
 * Playlists are refused, because their demuxers would open other files.
 */
export function sniffContainer(head: Uint8Array): Container {
  if (head.length === 0) throw unreadable('The file is empty (0 bytes). Upload it again.');
  const tag = id3Bytes(head);
  if (tag > 0) return sniffTagged(head.subarray(tag));
  for (const { matches, container } of signatures) {
    if (matches(head)) return typeof container === 'function' ? container(head) : container;
  }
  const what = describeForeign(head);
  throw unreadable(`The file is ${what}, which Framemill does not read. ${MEDIA_KINDS}`);
}

/**
 * Detects a container by the bytes after the ID3 tag at the start of a file: FLAC or AAC by their signatures, otherwise
 * MP3. An MP3 file has no fixed signature there, because it may have padding after the tag.
 */
export function sniffTagged(rest: Uint8Array): Container {
  const tag = id3Bytes(rest);
  if (tag > 0) return sniffTagged(rest.subarray(tag));
  const match = signatures.find(({ matches }) => matches(rest))?.container;
  return match && typeof match !== 'function' && tagged.has(match.demuxer) ? match : mp3;
}

/**
 * Returns the length in bytes of the ID3v2 tag at the start of a file; 0 if there is none (ID3v2.4, section 3.1). The
 * result may exceed the length of `head`, because tags contain cover images.
 */
export function id3Bytes(head: Uint8Array): number {
  const [flags = 0, a = 0, b = 0, c = 0, d = 0] = head.subarray(5, 10);
  if (!at(head, 0, 'ID3') || (a | b | c | d) > 127) return 0;
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + footer + ((a << 21) | (b << 14) | (c << 7) | d);
}

const MEDIA_KINDS =
  'Framemill accepts video (MP4, MOV, WebM, MKV, AVI, MPEG-TS, MPEG-PS, FLV, WMV, OGV), audio (MP3, AAC, M4A, ' +
  'WAV, AIFF, CAF, FLAC, WavPack, OGG, AC-3, E-AC-3, WMA), images (PNG, JPEG, WebP, AVIF, GIF, TIFF, BMP, SVG), ' +
  'animations (Lottie), .cube tables, subtitles (.srt, .vtt) and fonts (.ttf, .otf, .woff, .woff2).';

interface Signature {
  matches(head: Uint8Array): boolean;
  container: Container | ((head: Uint8Array) => Container);
}

// Container that consists of consecutive audio blocks only.
const blocks = (ending: string, mimeType: string): Container => ({
  ...timed(ending, ending, mimeType),
  guessesLength: true,
  stampless: true,
});
const mp3 = blocks('mp3', 'audio/mpeg');

const signatures: readonly Signature[] = [
  { matches: (h) => isSvg(Buffer.from(h).toString('utf8')), container: still('svg', 'image/svg+xml', 'vector') },
  { matches: (h) => isPlaylist(text(h, 0, 64)), container: refusePlaylist },
  { matches: (h) => at(h, 4, 'ftyp'), container: isoContainer },
  {
    matches: (h) => ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].some((box) => at(h, 4, box)),
    container: mov('mov', 'video/quicktime'),
  },
  { matches: (h) => bytes(h, 0, 0x1a, 0x45, 0xdf, 0xa3), container: matroskaContainer },
  { matches: (h) => at(h, 0, 'RIFF') && at(h, 8, 'WEBP'), container: webpContainer },
  {
    matches: (h) => at(h, 0, 'RIFF') && at(h, 8, 'AVI '),
    container: { ...timed('avi', 'avi', 'video/x-msvideo'), frameTimes: 'counted', stampless: true },
  },
  {
    matches: (h) => (at(h, 0, 'RIFF') || at(h, 0, 'RF64')) && at(h, 8, 'WAVE'),
    container: timed('wav', 'wav', 'audio/wav', true),
  },
  {
    matches: (h) => at(h, 0, 'FORM') && (at(h, 8, 'AIFF') || at(h, 8, 'AIFC')),
    container: timed('aiff', 'aiff', 'audio/aiff', true),
  },
  { matches: (h) => bytes(h, 0, 0x89, 0x50, 0x4e, 0x47), container: pngContainer },
  { matches: (h) => bytes(h, 0, 0xff, 0xd8, 0xff), container: still('jpg', 'image/jpeg') },
  { matches: (h) => at(h, 0, 'GIF87a') || at(h, 0, 'GIF89a'), container: timed('gif', 'gif', 'image/gif') },
  { matches: (h) => at(h, 0, 'OggS'), container: oggContainer },
  { matches: (h) => at(h, 0, 'fLaC'), container: timed('flac', 'flac', 'audio/flac', true) },
  { matches: (h) => at(h, 0, 'caff'), container: timed('caf', 'caf', 'audio/x-caf', true) },
  { matches: (h) => at(h, 0, 'FLV'), container: timed('flv', 'flv', 'video/x-flv') },
  {
    matches: (h) => bytes(h, 0, 0x00, 0x00, 0x01, 0xba),
    container: { ...timed('mpg', 'mpeg', 'video/mpeg'), frameTimes: 'sparse', guessesLength: true, clockWraps: true },
  },
  { matches: (h) => bytes(h, 0, 0x30, 0x26, 0xb2, 0x75), container: timed('asf', 'asf', 'video/x-ms-asf') },
  {
    // Camcorders put a timestamp of four bytes in front of each packet of 188 bytes.
    matches: (h) => (h[0] === 0x47 && h[188] === 0x47) || (h[4] === 0x47 && h[196] === 0x47),
    container: { ...timed('ts', 'mpegts', 'video/mp2t'), lengthToLastStamp: true, clockWraps: true },
  },
  { matches: (h) => at(h, 0, 'wvpk'), container: timed('wv', 'wv', 'audio/x-wavpack') },
  { matches: (h) => tiffStarts.some((start) => at(h, 0, start)), container: still('tiff', 'image/tiff') },
  { matches: isBmp, container: still('bmp', 'image/bmp') },
  { matches: (h) => bytes(h, 0, 0x0b, 0x77), container: ac3Container },
  // An ID3 tag with an invalid length.
  { matches: (h) => at(h, 0, 'ID3'), container: mp3 },
  // MPEG audio sync; layer bits 00 mean AAC in ADTS, anything else MP1/2/3.
  { matches: (h) => h[0] === 0xff && ((h[1] ?? 0) & 0xf6) === 0xf0, container: blocks('aac', 'audio/aac') },
  { matches: (h) => h[0] === 0xff && ((h[1] ?? 0) & 0xe0) === 0xe0, container: mp3 },
];

// Both byte orders, and BigTIFF with 64-bit offsets. Canon's raw photographs have the same signature, with "CR" at a
// later offset.
const tiffStarts: readonly string[] = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'];

// Two letters are a weak signature. The size of the second header (one of seven) and the zero bytes in between make it
// reliable.
function isBmp(head: Uint8Array): boolean {
  return at(head, 0, 'BM') && bytes(head, 6, 0, 0, 0, 0) && bmpHeaders.has(head[14] ?? 0) && bytes(head, 15, 0, 0, 0);
}

const bmpHeaders: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);

// AC-3 and E-AC-3 have the same sync word: five bits of the sixth byte are the version, and 11 to 16 mean E-AC-3.
function ac3Container(head: Uint8Array): Container {
  const version = (head[5] ?? 0) >> 3;
  return version > 10 ? blocks('eac3', 'audio/eac3') : blocks('ac3', 'audio/ac3');
}

/** Names of the demuxers that skip an ID3 tag at the start of a file. */
const tagged: ReadonlySet<string> = new Set(['flac', 'aac']);

function isoContainer(head: Uint8Array): Container {
  const brand = text(head, 8, 4);
  // HEIF contains images of any codec: when the first brand does not name it, the compatible brands do.
  const brands = imageBrands.has(brand) ? compatibleBrands(head) : [];
  if (brand === 'avis' || (!avifBrands.has(brand) && brands.includes('avis'))) return mov('avif', 'image/avif');
  if ([brand, ...brands].some((one) => avifBrands.has(one))) return still('avif', 'image/avif');
  if (imageBrands.has(brand)) {
    const isHeic = [brand, ...brands].some((one) => one.startsWith('he'));
    throw unreadable(
      `${isHeic ? 'HEIC images are' : 'HEIF images other than AVIF are'} not supported. Convert the file to ` +
        'JPEG, PNG or AVIF.',
    );
  }
  if (brand === 'M4A ' || brand === 'M4B ') return mov('m4a', 'audio/mp4');
  return brand === 'qt  ' ? mov('mov', 'video/quicktime') : mov('mp4', 'video/mp4');
}

const avifBrands: ReadonlySet<string> = new Set(['avif', 'avis', 'MA1A', 'MA1B']);
const imageBrands: ReadonlySet<string> = new Set([
  ...avifBrands,
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'mif2', 'msf1', 'miaf'],
]);

/** Returns the compatible brands of an ISO file (MP4, MOV): the names after the major brand in its first box. */
function compatibleBrands(head: Uint8Array): string[] {
  const size = Buffer.from(head.buffer, head.byteOffset, head.byteLength).readUInt32BE(0);
  const brands: string[] = [];
  for (let offset = 16; offset + 4 <= Math.min(size, head.length); offset += 4) brands.push(text(head, offset, 4));
  return brands;
}

function matroskaContainer(head: Uint8Array): Container {
  const webm = text(head, 0, HEADER_BYTES).includes('webm');
  const [ending, mimeType] = webm ? (['webm', 'video/webm'] as const) : (['mkv', 'video/x-matroska'] as const);
  return { ...timed(ending, 'matroska,webm', mimeType), lengthFromClock: true };
}

function oggContainer(head: Uint8Array): Container {
  // The reported length is that of the last of several chained streams.
  const isVideo = text(head, 0, HEADER_BYTES).includes('theora');
  const container = isVideo ? timed('ogv', 'ogg', 'video/ogg') : timed('ogg', 'ogg', 'audio/ogg');
  return { ...container, guessesLength: true };
}

// Reads the animation flag of the extended header, which comes first.
function webpContainer(head: Uint8Array): Container {
  const animated = at(head, 12, 'VP8X') && ((head[20] ?? 0) & 0x02) !== 0;
  return animated ? timed('webp', 'webp_anim', 'image/webp') : still('webp', 'image/webp');
}

// An animated PNG has a chunk `acTL` somewhere before the pixels.
function pngContainer(head: Uint8Array): Container {
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  for (let chunk = 8; chunk + 8 <= head.length; chunk += 12 + view.readUInt32BE(chunk)) {
    if (at(head, chunk + 4, 'acTL')) return timed('png', 'apng', 'image/apng');
    if (at(head, chunk + 4, 'IDAT')) break;
  }
  return still('png', 'image/png');
}

/** Returns a phrase that says what kind of file this is, for a file that is not media. */
function describeForeign(head: Uint8Array): string {
  const known = foreignKinds.find(([matches]) => matches(head));
  if (known) return known[1];
  return isText(head) ? 'a text' : 'of an unknown kind';
}

const foreignKinds: readonly (readonly [matches: (head: Uint8Array) => boolean, what: string])[] = [
  [(h) => at(h, 0, '%PDF'), 'a PDF document'],
  [(h) => at(h, 0, 'PK\u0003\u0004'), 'a ZIP archive or an office document'],
  [(h) => bytes(h, 0, 0x1f, 0x8b) || at(h, 0, '7z\u00bc\u00af') || at(h, 0, 'Rar!'), 'a compressed archive'],
  [(h) => at(h, 257, 'ustar'), 'a TAR archive'],
  [(h) => at(h, 0, '8BPS'), 'a Photoshop document'],
  [(h) => bytes(h, 0, 0xd0, 0xcf, 0x11, 0xe0), 'an old office document'],
  [(h) => at(h, 0, '%!PS'), 'a PostScript document'],
  [(h) => at(h, 0, 'RIFF'), 'a RIFF file without video, audio or image'],
  [(h) => bytes(h, 0, 0, 0, 1, 0), 'a Windows icon'],
  [(h) => at(h, 0, '.RMF'), 'a RealMedia file'],
  [(h) => at(h, 0, 'MThd'), 'a MIDI file'],
  [(h) => at(h, 0, 'MAC '), "Monkey's Audio"],
  [(h) => at(h, 0, '#!AMR'), 'an AMR recording'],
  [(h) => at(h, 0, 'MZ') || bytes(h, 0, 0x7f, 0x45, 0x4c, 0x46), 'a program'],
  [(h) => /^\s*<(!doctype html|html|head|body)/i.test(text(h, 0, 256)), 'a web page'],
  [(h) => /^\s*[[{]\s*["\]}[{\d]/.test(text(h, 0, 256)), 'JSON'],
];

// The head is UTF-8 that may be cut off in the middle of its last character.
function isText(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, HEADER_BYTES)).toString('utf8').slice(0, -1);
  return !/[^\P{Cc}\t\n\v\f\r]|\ufffd/u.test(start);
}

function isPlaylist(start: string): boolean {
  const line = start.replace(/^\ufeff|^ï»¿/, '').trimStart();
  return /^(#EXTM3U|ffconcat|\[playlist\]|v=0|<\?xml|<MPD|<smil)/i.test(line);
}

function refusePlaylist(): Container {
  throw unreadable('The file is a text (playlist or manifest), not media. Upload the media file itself.');
}

function mov(ending: string, mimeType: string): Container {
  return timed(ending, 'mov,mp4,m4a,3gp,3g2,mj2', mimeType, true);
}

function timed(ending: string, demuxer: string, mimeType: string, sampleExactSeek = false): Container {
  return { ending, demuxer, mimeType, kind: 'timed', sampleExactSeek, frameTimes: 'stamped' };
}

function still(ending: string, mimeType: string, kind: 'still' | 'vector' = 'still'): Container {
  return { ending, demuxer: '', mimeType, kind, sampleExactSeek: false, frameTimes: 'stamped' };
}

function at(head: Uint8Array, offset: number, word: string): boolean {
  return text(head, offset, word.length) === word;
}

function bytes(head: Uint8Array, offset: number, ...expected: number[]): boolean {
  return expected.every((byte, i) => head[offset + i] === byte);
}

function text(head: Uint8Array, offset: number, length: number): string {
  return Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1', offset, offset + length);
}

function unreadable(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}
