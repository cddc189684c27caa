/**
 * Maximum size of a subtitle file in bytes: some 100,000 cues, equal to the maximum characters of `importSubtitles`.
 */
export const SUBTITLE_MAX_BYTES = 5_000_000;

/** Subtitle file formats that can be read. */
export type SubtitleFormat = 'srt' | 'vtt';

const FIRST_TIME = /^\s*(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}\s*-->/;

/**
 * Detects the format of a subtitle file by its first bytes, in any supported encoding; null when it is neither. WebVTT
 * has a signature; SubRip starts with a number and a line of times.
 */
export function subtitleFormat(head: Uint8Array): SubtitleFormat | null {
  const text = new TextDecoder(wideEncoding(head) ?? 'latin1').decode(head).replace(/^\u00ef\u00bb\u00bf/, '');
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'vtt';
  const first = text.split(/\r\n|\r|\n/).find((line) => !/^\d*$/.test(line.trim()));
  return first !== undefined && FIRST_TIME.test(first) ? 'srt' : null;
}

/** Decodes a subtitle file: UTF-16 when it has a byte order mark, otherwise UTF-8. Null when it is valid in neither. */
export function subtitleText(file: Uint8Array): string | null {
  try {
    return new TextDecoder(wideEncoding(file) ?? 'utf-8', { fatal: true }).decode(file);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Returns the 16-bit encoding that a byte order mark names; null without one. */
function wideEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
