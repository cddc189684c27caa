import type { Document } from '../document/document.ts';
import { durationSec } from '../time/clip-span.ts';
import { spokenClips } from './write-subtitles.ts';

/** A stretch of a film with a text. Seconds; it ends before `endSec`. */
export interface TextCue {
  readonly startSec: number;
  readonly endSec: number;
  readonly text: string;
}

/**
 * The captions of a project (all visible texts when none is a caption) as stretches that follow each other without overlap, by time: where several
 * speak at once, a stretch has their lines, the earliest first.
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
