import { expect } from 'vitest';
import { exampleContext, exampleProject } from '../src/commands/examples.ts';
import { completeTextStyle } from '../src/document/clip-fields.ts';
import { type Clip, createDocument, type Document, exportTimeline } from '../src/index.ts';
import { reduce } from '../src/reduce.ts';

/** Exports a project in `format` and imports the result into an empty project with the same settings and tracks. */
export function returned(document: Document, format: 'otio' | 'edl'): Document {
  const empty = { ...createDocument(document.settings), tracks: document.tracks.map((track) => ({ ...track })) };
  const command = { op: 'importTimeline', format, data: exportTimeline(document, format) };
  const { document: read, result } = reduce(empty, command, exampleContext());
  expect(result.error).toBeUndefined();
  return read;
}

/** Returns the clips of each track, sorted by start, without ids, because an import creates new ids. */
export function reported(document: Document) {
  return document.tracks.map((track) =>
    document.clips
      .filter((clip) => clip.trackIndex === track.id)
      .sort((a, b) => a.start - b.start)
      .map(({ id: _id, trackIndex: _trackIndex, groupId: _groupId, textStyle, ...clip }) =>
        textStyle ? { ...clip, textStyle: completeTextStyle(textStyle) } : clip,
      ),
  );
}

const [one, two, title, music] = exampleProject().clips;
if (!one || !two || !title || !music) throw new Error('the example has four clips');
/** The two video clips of the example project. */
export const [first, second]: [Clip, Clip] = [one, two];

/** Project with features that other programs' timelines support, and some that they do not. */
export const project: Document = {
  ...exampleProject(),
  clips: [
    { ...first, mediaStart: 1.25, speed: 2, kfX: [{ time: 1, value: 50, easing: 'spring' }] },
    { ...second, transition: { type: 'dissolve', duration: 1 } },
    {
      ...second,
      id: 'clip-3',
      start: 12,
      duration: 2,
      reverse: true,
      transition: { type: 'dissolve', duration: 0.5, edge: 'out' },
    },
    { ...second, id: 'clip-4', start: 15, duration: 2, freezeAt: 3 },
    title,
    { ...music, volume: 0.5 },
  ],
  markers: [
    { id: 'm1', time: 1.234, label: 'Beat', color: '#12ab34' },
    { id: 'm2', time: 0 },
  ],
};
