/**
 * Track of an MP4 that a test writes: type, codec name (such as `ac-4`), boxes at the end of its sample entry, and
 * packets.
 */
export interface TinyTrack {
  kind: 'audio' | 'video';
  codec: string;
  /** Boxes at the end of the sample entry, such as `esds`. */
  setup?: Buffer;
  packets: readonly Buffer[];
}

const RATE = 48_000;
const TICKS = 2048;

/**
 * Creates an MP4 of a few hundred bytes with one track. Each packet lasts 2048 ticks of a 48 kHz clock. ISO 14496-12.
 */
export function tinyMp4({ kind, codec, setup = Buffer.alloc(0), packets }: TinyTrack): Buffer {
  const head = box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1'));
  const length = packets.length * TICKS;
  const table = box(
    'stbl',
    full('stsd', words(1), box(codec, kind === 'audio' ? audioEntry() : videoEntry(), setup)),
    full('stts', words(1, packets.length, TICKS)),
    full('stsc', words(1, 1, packets.length, 1)),
    full('stsz', words(0, packets.length, ...packets.map((packet) => packet.length))),
    full('stco', words(1, head.length + 8)),
  );
  const own = kind === 'audio' ? full('smhd', words(0)) : full('vmhd', words(0, 0));
  const handler = full('hdlr', words(0), Buffer.from(kind === 'audio' ? 'soun' : 'vide'), Buffer.alloc(13));
  const data = box('dinf', full('dref', words(1), box('url ', words(1))));
  const media = box('mdia', full('mdhd', words(0, 0, RATE, length, 0)), handler, box('minf', own, data, table));
  const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const side = (pixels: number) => pixels << 16;
  const shown = words(side(kind === 'video' ? 16 : 0), side(kind === 'video' ? 16 : 0));
  const track = box('trak', full('tkhd', words(0, 0, 1, 0, length, 0, 0, 0, 0), matrix, shown), media);
  const movie = full('mvhd', words(0, 0, RATE, length, 0x10000, 0x1000000, 0, 0), matrix, words(0, 0, 0, 0, 0, 0, 2));
  return Buffer.concat([head, box('mdat', ...packets), box('moov', movie, track)]);
}

/**
 * Creates an AC-4 file with three packets of pseudo-random noise, which are always the same. The codec library's
 * decoder aborts the process for this file (an assertion in ac4dec.c).
 */
export function fatalAc4(): Buffer {
  let state = 5;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const packet = () => Buffer.from(Array.from({ length: 60 }, () => Math.floor(random() * 256)));
  return tinyMp4({ kind: 'audio', codec: 'ac-4', packets: [packet(), packet(), packet()] });
}

/** Encodes an MP4 box: size, name and contents. */
function box(name: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([words(8 + body.length), Buffer.from(name, 'latin1'), body]);
}

function full(name: string, ...parts: readonly Buffer[]): Buffer {
  return box(name, words(0), ...parts);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [k, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * k);
  return bytes;
}

// Stereo of 16 bits.
function audioEntry(): Buffer {
  return words(0, 1, 0, 0, 0x20010, 0, RATE * 65_536);
}

// 16x16 pixels; a frame in each sample, a name of 32 bytes, 24 bits a pixel, no colour table.
function videoEntry(): Buffer {
  const rest = Buffer.from(`0001${'00'.repeat(32)}0018ffff`, 'hex');
  return Buffer.concat([words(0, 1, 0, 0, 0, 0, 0x100010, 0x480000, 0x480000, 0), rest]);
}
