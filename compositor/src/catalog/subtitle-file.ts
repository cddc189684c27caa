/** Largest subtitle file that is read: 5 MB are some 100,000 cues, and more than importSubtitles takes. */
export const SUBTITLE_MAX_BYTES = 5_000_000;

export type SubtitleFormat = 'srt' | 'vtt';

const FIRST_TIME = /^\s*(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}\s*-->/;

/** Which kind of subtitle file a head is of; null: neither. WebVTT says so itself, SubRip begins with a number and a line of times. */
export function subtitleFormat(head: Uint8Array): SubtitleFormat | null {
  const text = new TextDecoder('latin1').decode(head).replace(/^\u00ef\u00bb\u00bf/, '');
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'vtt';
  const first = text.split(/\r\n|\r|\n/).find((line) => !/^\d*$/.test(line.trim()));
  return first !== undefined && FIRST_TIME.test(first) ? 'srt' : null;
}
