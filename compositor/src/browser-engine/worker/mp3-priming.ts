import type { MediaAccess } from './media-access.ts';

/** Samples that every MP3 decoder adds before the audio. */
const decoderDelay = 529;
const tagHeaderBytes = 10;
/** Position of the delay after the name `Xing` or `Info` in the first frame, if the frame has all fields before it. */
const delayOffset = 141;
/** Bytes in which the name is searched: frame header, checksum and side information. */
const nameBytes = 64;

/**
 * Returns the number of priming samples that an MP3 file declares in its first frame (the LAME extension of the Xing
 * header), with those of the decoder; 0 when it declares none.
 */
export async function mp3Priming(path: string, files: Pick<MediaAccess, 'request'>): Promise<number> {
  const tag = await bytesOf(path, files, 0, tagHeaderBytes);
  const start = tagLength(tag);
  const frame = await bytesOf(path, files, start, nameBytes + delayOffset + 3);
  const text = String.fromCharCode(...frame);
  const name = Math.max(text.lastIndexOf('Xing', nameBytes), text.lastIndexOf('Info', nameBytes));
  if (name < 0 || !/^(LAME|Lavc|Lavf)/.test(text.slice(name + 120, name + 124))) return 0;
  const [high = 0, low = 0] = frame.subarray(name + delayOffset);
  return ((high << 4) | (low >> 4)) + decoderDelay;
}

/** Returns the length of the ID3v2 tag that begins with `header`, with the header; 0 when it is none. */
function tagLength(header: Uint8Array): number {
  if (String.fromCharCode(...header.subarray(0, 3)) !== 'ID3') return 0;
  const size = header.subarray(6, tagHeaderBytes).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  return tagHeaderBytes + size;
}

async function bytesOf(
  path: string,
  { request }: Pick<MediaAccess, 'request'>,
  from: number,
  count: number,
): Promise<Uint8Array> {
  const reply = await request(path, { headers: { Range: `bytes=${from}-${from + count - 1}` } });
  if (reply.status === 206) return new Uint8Array(await reply.arrayBuffer()).subarray(0, count);
  await reply.body?.cancel();
  return new Uint8Array(0);
}
