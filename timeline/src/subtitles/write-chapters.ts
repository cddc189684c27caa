import type { Document } from '../document/document.ts';
import { durationSec } from '../time/clip-span.ts';
import type { TextCue } from './caption-cues.ts';
import { writeTime } from './timing-line.ts';

/**
 * Writes the markers of a project as WebVTT chapters (`kind="chapters"`), by time.
 * Each chapter lasts until the next one, the last until the end. Markers beyond the end are left out; one without a
 * label is named by its number. Without markers there are no cues.
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
