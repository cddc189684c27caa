import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { TextStyle } from '../document/text-style.ts';
import { writeCueText } from './cue-text.ts';
import { writeTime } from './timing-line.ts';

/**
 * Writes the captions of a project, or all visible texts without captions, as SubRip or WebVTT, by start.
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

/** Returns the clips that are captions, by start; all visible texts when there are no captions. */
export function spokenClips(document: Document): { clip: Clip; textStyle: TextStyle }[] {
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

/** Replaces the arrow of a time line. SubRip has no escapes, so all other characters stay as they are. */
function plain(text: string): string {
  return text.replaceAll('-->', '->');
}
