/** Largest subtitle file that is read: some 100,000 cues, as many bytes as importSubtitles takes characters. */
export const SUBTITLE_MAX_BYTES = 5_000_000;

export type SubtitleFormat = 'srt' | 'vtt';

const FIRST_TIME = /^\s*(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}\s*-->/;

/**
 * Which kind of subtitle file a head is of, in whatever encoding; null: neither. WebVTT says so itself, SubRip begins with a
 * number and a line of times.
 */
export function subtitleFormat(head: Uint8Array): SubtitleFormat | null {
  const text = new TextDecoder(encodingOf(head)).decode(head).replace(/^\u00ef\u00bb\u00bf/, '');
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'vtt';
  const first = text.split(/\r\n|\r|\n/).find((line) => !/^\d*$/.test(line.trim()));
  return first !== undefined && FIRST_TIME.test(first) ? 'srt' : null;
}

// Only so far as to know the file: it is refused for its encoding, not for what it is.
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'latin1';
}
