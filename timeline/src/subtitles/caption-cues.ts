import type { Document } from '../document/document.ts';
import { durationSec } from '../time/clip-span.ts';
import { spokenClips } from './write-subtitles.ts';

/** A range of a video with a text. Seconds, excluding `endSec`. */
export interface TextCue {
  readonly startSec: number;
  readonly endSec: number;
  readonly text: string;
}

/**
 * Returns the captions of a project, or all visible texts without captions, as consecutive cues by time.
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
