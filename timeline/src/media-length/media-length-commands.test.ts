import { expect, it } from 'vitest';
import { undo } from '../changes/undo.ts';
import type { Command } from '../command/command.ts';
import { EXAMPLE_MEDIA, exampleContext, exampleProject } from '../commands/examples.ts';
import type { Document } from '../document/document.ts';
import { parseDocument } from '../document/parse-document.ts';
import { exportTimeline } from '../interchange/export-timeline.ts';
import { reduce } from '../reduce.ts';
import { listVariables } from '../variables/list-variables.ts';

const short = { ...EXAMPLE_MEDIA.med_video, durationSec: 3 };
const context = {
  ...exampleContext(),
  media: (src: string) => {
    if (src === 'med_short') return short as NonNullable<typeof EXAMPLE_MEDIA.med_video>;
    return EXAMPLE_MEDIA[src.replace(/^\{\{film\||\}\}$/g, '')] ?? null;
  },
};
const word = { op: 'trimClip', clipId: 'clip-1', duration: 'media' };

function made(...commands: Command[]): Document {
  return commands.reduce((document, command) => {
    const { document: next, result } = reduce(document, command, context);
    expect(result.error, JSON.stringify(command)).toBeUndefined();
    return next;
  }, exampleProject());
}
const errorOf = (...commands: Command[]) => {
  const last = commands.pop();
  return last && reduce(made(...commands), last, context).result.error;
};
const clipOf = (document: Document, id: string) => document.clips.find((clip) => clip.id === id);
const timesOf = (document: Document, ...ids: string[]) =>
  ids.map((id) => [clipOf(document, id)?.start, clipOf(document, id)?.duration]);

it('is set by trimClip and updateClip, which move what follows, and is a number again after a trim', () => {
  const document = made(word);
  expect(clipOf(document, 'clip-1')).toMatchObject({ durationFrom: 'media', duration: 12, mediaDuration: 12 });
  // The next clip begins later; the music under both ends with the film.
  expect(timesOf(document, 'clip-2', 'title-1', 'music-1')).toEqual([
    [12, 5],
    [1, 10],
    [0, 17],
  ]);
  expect(made({ op: 'updateClip', clipId: 'clip-1', patch: { duration: 'media' } })).toEqual(document);
  for (const command of [
    { op: 'trimClip', clipId: 'clip-1', duration: 3 },
    { op: 'trimClip', clipId: 'clip-1', start: 1 },
    { op: 'updateClip', clipId: 'clip-1', patch: { duration: 4 } },
    { op: 'splitClip', clipId: 'clip-1', at: 4 },
    { op: 'cutRanges', clipId: 'clip-1', ranges: [{ start: 2, end: 3 }] },
    { op: 'rollEdit', clipId: 'clip-1', edge: 'end', offset: -1 },
    { op: 'freezeFrame', clipId: 'clip-1', at: 3 },
    { op: 'loopClip', clipId: 'clip-1', duration: 20 },
    {
      op: 'setSpeedRamp',
      clipId: 'clip-1',
      points: [
        { time: 0, speed: 2 },
        { time: 2, speed: 3 },
      ],
    },
    { op: 'copyStyle', fromClipId: 'music-1', toClipIds: ['clip-1'], attributes: ['speed'] },
    { op: 'replaceMedia', clipId: 'clip-1', src: 'med_image' },
  ]) {
    const after = made(word, command).clips.filter(({ durationFrom }) => durationFrom !== undefined);
    expect([command.op, after.length]).toEqual([command.op, 0]);
  }
});

it('follows another in-point, speed and source', () => {
  const update = (patch: object): Command => ({ op: 'updateClip', clipId: 'clip-1', patch });
  expect(timesOf(made(word, update({ mediaStart: 2 })), 'clip-1', 'clip-2')).toEqual([
    [0, 10],
    [10, 5],
  ]);
  expect(timesOf(made(word, update({ speed: 4 })), 'clip-1', 'clip-2')[1]).toEqual([3, 5]);
  const faster = made(word, { op: 'setSpeed', clipId: 'clip-1', speed: 2, ripple: true });
  expect(clipOf(faster, 'clip-1')).toMatchObject({ durationFrom: 'media', duration: 6 });
  const other = made(word, { op: 'replaceMedia', clipId: 'clip-1', src: 'med_short' });
  expect(clipOf(other, 'clip-1')).toMatchObject({ durationFrom: 'media', duration: 3, mediaDuration: 3 });
  expect(timesOf(other, 'clip-2', 'music-1')).toEqual([
    [3, 5],
    [0, 8],
  ]);
  expect(
    clipOf(made(word, { op: 'trimClip', clipId: 'clip-1', mediaStart: 4, duration: 'media' }), 'clip-1'),
  ).toMatchObject({ durationFrom: 'media', duration: 8, mediaStart: 4 });
});

it('leaves clips of locked tracks where they are, and names what had no place any more', () => {
  const lock = { op: 'updateTrack', trackId: 3, locked: true };
  expect(timesOf(made(lock, word), 'music-1')).toEqual([[0, 10]]);
  const title = { op: 'addTextClip', text: 'Half way', start: 5, duration: 1 };
  const { document, result } = reduce(
    made(word, title),
    { op: 'replaceMedia', clipId: 'clip-1', src: 'med_short' },
    context,
  );
  expect(result.data?.fixes).toEqual([
    expect.stringMatching(/^Left out, because it lay in the part that went: "clip-new-\d+"\.$/),
  ]);
  expect(parseDocument(document)).toBe(document);
});

it('reports what was put right on the way there, with what that did to the others', () => {
  const trim = { op: 'trimClip', clipId: 'clip-2', start: 1, duration: 'media' };
  const { result } = reduce(made({ op: 'updateClip', clipId: 'clip-2', patch: { mediaStart: 1 } }), trim, context);
  expect(result.data).toMatchObject({ trackIndex: 1, duration: 12 });
  expect(result.data?.fixes).toEqual([
    'The clip starts at 4: its source does not start earlier.',
    expect.stringMatching(/^It overlaps a clip on track 0 \(Video 1\)/),
  ]);
  const title = { op: 'addTextClip', text: 'Half way', start: 6, duration: 1 };
  const patch = { src: 'med_short', mediaStart: 0, start: 4, duration: 'media' };
  const update = reduce(made(title), { op: 'updateClip', clipId: 'clip-2', patch }, context).result;
  expect(update.data?.fixes).toEqual([
    expect.stringMatching(/^It overlaps a clip on track 0 \(Video 1\)/),
    expect.stringMatching(/^Left out, because it lay in the part that went/),
  ]);
});

it('is taken back as one change', () => {
  const before = made(word);
  const { document, changes } = reduce(before, { op: 'replaceMedia', clipId: 'clip-1', src: 'med_short' }, context);
  expect(undo(document, changes)).toEqual(before);
});

it('is refused for what has no length, with what to do', () => {
  const add = (type: string, src: string, more: object = {}): Command => {
    return { op: 'addClip', type, src, start: 20, duration: 'media', ...more };
  };
  expect(errorOf(add('image', 'med_image'))).toMatch(/The clip is of type image.*Set its duration in seconds/);
  expect(errorOf(add('video', 'med_video', { mediaStart: 12 }))).toMatch(/begins at 12 s of its media.*12 s long/);
  expect(errorOf({ ...word, clipId: 'title-1' })).toMatch(
    /Clip "title-1" is of type text.*Set its duration in seconds/,
  );
  expect(errorOf({ op: 'addTextClip', text: 'a', start: 0, duration: 'media' })).toMatch(
    /duration must be of type number/,
  );
  expect(errorOf(word, { op: 'updateClip', clipId: 'clip-1', patch: { freezeAt: 1 } })).toMatch(/is frozen at 1 s/);
  expect(errorOf({ ...word, duration: 'medium' })).toMatch(/duration must be of type number/);
});

it('goes with the sound that is detached, with a copy and with an exported timeline', () => {
  const follows = (document: Document) => document.clips.filter((clip) => clip.durationFrom === 'media').length;
  expect(follows(made(word, { op: 'detachAudio', clipId: 'clip-1' }))).toBe(2);
  expect(follows(made(word, { op: 'duplicateClip', clipId: 'clip-1', start: 60 }))).toBe(2);
  const data = exportTimeline(made(word), 'otio');
  expect(follows(made({ op: 'clearTimeline' }, { op: 'importTimeline', format: 'otio', data }))).toBe(1);
  const shorter = data.replaceAll('"value":360', '"value":300');
  expect(shorter).not.toBe(data);
  expect(follows(made({ op: 'clearTimeline' }, { op: 'importTimeline', format: 'otio', data: shorter }))).toBe(0);
});

it('is told of a variable: the length of the film depends on it', () => {
  const add = { op: 'addClip', type: 'video', src: '{{film|med_video}}', start: 20, duration: 'media' };
  const bind = { op: 'updateClip', clipId: 'clip-1', patch: { variables: { speed: '{{pace}}', volume: '{{loud}}' } } };
  expect(listVariables(made(add, bind))).toMatchObject([
    { name: 'pace' },
    { name: 'loud' },
    { name: 'film', changesDuration: true },
  ]);
  const listed = listVariables(made(add, word, bind));
  expect(listed.map(({ name, changesDuration }) => [name, changesDuration])).toEqual([
    ['pace', true],
    ['loud', undefined],
    ['film', true],
  ]);
});
