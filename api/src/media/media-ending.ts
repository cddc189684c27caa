import { Buffer } from 'node:buffer';
import { fontFormat, looksLikeCube, subtitleFormat } from '@framemill/compositor/catalog';

/**
 * File ending of media by its first bytes; null when they are of no known kind. It only names the object: what a file
 * really holds is found out by the probe, on a node.
 */
export function mediaEnding(head: Uint8Array): string | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const text = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (text(4, 8) === 'ftyp') return ftypEnding(text(8, 12));
  if (['moov', 'mdat', 'wide', 'free'].includes(text(4, 8))) return 'mov';
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) return text(0, 64).includes('webm') ? 'webm' : 'mkv';
  if (text(0, 4) === 'RIFF') return { WAVE: 'wav', WEBP: 'webp' }[text(8, 12)] ?? null;
  if (text(0, 4) === 'fLaC') return 'flac';
  if (text(0, 4) === 'OggS') return 'ogg';
  if (text(0, 3) === 'ID3') return 'mp3';
  if (text(0, 3) === '\xff\xd8\xff') return 'jpg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif';
  // Subtitles before sound: the mark of UTF-16 is that of a frame, too.
  return (
    fontFormat(bytes) ?? subtitleFormat(bytes) ?? audioFrameEnding(bytes) ?? (looksLikeCube(bytes) ? 'cube' : null)
  );
}

function ftypEnding(brand: string): string {
  if (brand === 'qt  ') return 'mov';
  return brand.startsWith('M4A') ? 'm4a' : 'mp4';
}

// MPEG audio and ADTS have no magic word, only a frame header of eleven or twelve set bits.
function audioFrameEnding(bytes: Buffer): string | null {
  const [first = 0, second = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  return (second & 0xf6) === 0xf0 ? 'aac' : 'mp3';
}
