/** Largest subtitle file that is read: some 100,000 cues, as many bytes as importSubtitles takes characters. */
export const SUBTITLE_MAX_BYTES = 5_000_000;

/** Formats of subtitle files that are read. */
export type SubtitleFormat = 'srt' | 'vtt';

const FIRST_TIME = /^\s*(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}\s*-->/;

/**
 * Which kind of subtitle file a head is of, in whatever encoding; null: neither. WebVTT says so itself, SubRip begins with a
 * number and a line of times.
 */
export function subtitleFormat(head: Uint8Array): SubtitleFormat | null {
  const text = new TextDecoder(wideEncoding(head) ?? 'latin1').decode(head).replace(/^\u00ef\u00bb\u00bf/, '');
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'vtt';
  const first = text.split(/\r\n|\r|\n/).find((line) => !/^\d*$/.test(line.trim()));
  return first !== undefined && FIRST_TIME.test(first) ? 'srt' : null;
}

/** The text of a subtitle file: UTF-16 when a byte order mark says so, otherwise UTF-8. Null: it is in neither. */
export function subtitleText(file: Uint8Array): string | null {
  try {
    return new TextDecoder(wideEncoding(file) ?? 'utf-8', { fatal: true }).decode(file);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The encoding of two bytes a letter that a byte order mark names. */
function wideEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
