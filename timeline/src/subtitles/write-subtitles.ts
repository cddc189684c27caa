import { flattenedDocument } from '../compositions/flattened-document.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { TextStyle } from '../document/text-style.ts';
import { durationSec } from '../time.ts';
import { writeTime } from './cue.ts';
import { writeCueText } from './cue-text.ts';

/**
 * Writes the captions of a project as SubRip or WebVTT, by start. If the project has no captions, all visible texts are
 * written.
 * Bold, italic and underlined parts are tagged. Empty lines are removed, because they would end the cue.
 */
export function writeSubtitles(document: Document, format: 'srt' | 'vtt'): string {
  const vtt = format === 'vtt';
  const entries = spokenClips(document).map(({ clip, textStyle }, index) => {
    const point = vtt ? '.' : ',';
    const times = `${writeTime(clip.start, point)} --> ${writeTime(clip.start + clip.duration, point)}`;
    const text = writeCueText(textStyle.content, spansOf(textStyle), vtt ? escapeVtt : plain).replace(
      /\n(?:[ \t]*\n)+/g,
      '\n',
    );
    return `${vtt ? '' : `${index + 1}\n`}${times}\n${text.trim()}\n`;
  });
  return vtt ? ['WEBVTT\n', ...entries].join('\n') : entries.join('\n');
}

/**
 * Returns the clips that are captions, also inside compositions, by start; all visible texts when there are no captions.
 */
function spokenClips(given: Document): { clip: Clip; textStyle: TextStyle }[] {
  const document = flattenedDocument(given);
  const visible = new Set(document.tracks.filter((track) => track.visible).map(({ id }) => id));
  const texts = document.clips.flatMap((clip) =>
    clip.type === 'text' && clip.textStyle?.content.trim() && visible.has(clip.trackIndex)
      ? [{ clip, textStyle: clip.textStyle }]
      : [],
  );
  const captions = texts.filter(({ clip }) => clip.isCaption);
  return (captions.length > 0 ? captions : texts).sort((a, b) => a.clip.start - b.clip.start);
}

function spansOf(style: TextStyle) {
  return style.spans ?? [];
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Replaces `-->` by `->` in a cue's text, because `-->` would be read as a time line. SubRip has no escapes, so all
 * other characters stay as they are.
 */
function plain(text: string): string {
  return text.replaceAll('-->', '->');
}

/** A range of a video with a text. Seconds, excluding `endSec`. */
export interface TextCue {
  readonly startSec: number;
  readonly endSec: number;
  readonly text: string;
}

/**
 * Returns the captions of a project as cues by time. If the project has no captions, all visible texts are returned.
 * Cues do not overlap: while several captions are visible, a cue has the lines of all of them, the earliest first.
 */
export function captionCues(document: Document): TextCue[] {
  const end = durationSec(document);
  const spoken = spokenClips(document).map(({ clip, textStyle }) => {
    const text = textStyle.content.replace(/\n(?:[ \t]*\n)+/g, '\n').trim();
    return { startSec: clip.start, endSec: Math.min(end, clip.start + clip.duration), text };
  });
  const edges = [...new Set(spoken.flatMap(({ startSec, endSec }) => [startSec, endSec]))].sort((a, b) => a - b);
  const cues: TextCue[] = [];
  for (const [index, startSec] of edges.entries()) {
    const endSec = edges[index + 1];
    const lines = spoken.filter((cue) => cue.startSec <= startSec && cue.endSec > startSec).map(({ text }) => text);
    if (endSec !== undefined && lines.length > 0) cues.push({ startSec, endSec, text: lines.join('\n') });
  }
  return cues;
}

/**
 * Writes the markers of a project as WebVTT chapters (`kind="chapters"`), by time.
 * Each chapter lasts until the next one, and the last chapter until the end of the video. Markers beyond the end are
 * left out. A marker without a label is named by its number. Without markers there are no cues.
 */
export function writeChapters(document: Document): string {
  const cues = chapterCues(document).map(
    ({ startSec, endSec, text }) => `${writeTime(startSec, '.')} --> ${writeTime(endSec, '.')}\n${escapeTitle(text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** Returns the chapters that `writeChapters` writes. */
export function chapterCues(document: Document): TextCue[] {
  const end = durationSec(document);
  const markers = (document.markers ?? []).filter(({ time }) => time < end).sort((a, b) => a.time - b.time);
  return markers.map(({ time, label }, index) => {
    const text = (label ?? '').replace(/\s+/g, ' ').trim() || `Chapter ${index + 1}`;
    return { startSec: time, endSec: markers[index + 1]?.time ?? end, text };
  });
}

function escapeTitle(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
