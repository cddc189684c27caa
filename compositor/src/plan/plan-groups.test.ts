import type { Clip, Document, EncoderSetup, MediaFacts } from '@framemill/timeline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fps, makeClip, makeDocument, profileOf } from '../../test/scenes.ts';
import { planGroups } from './plan-groups.ts';
import type { OutputProfile } from './profile-schema.ts';
import { planSegments } from './segments.ts';
import type { MediaTable } from './sub-document.ts';

const seconds = 60;
const encoder: EncoderSetup = { setId: 31, profile: 'high', level: 31, reorder: 2, held: 4, tagged: true };
const groups = {
  // Two seconds each.
  starts: Array.from({ length: seconds / 2 }, (_, i) => i * 2 * fps),
  parameterSets: 'a'.repeat(64),
  encoder,
};
const packets = {
  ...{ rate: { num: fps, den: 1 }, frames: seconds * fps, pictureBytes: 5_000_000, delay: 2, soundFits: true },
  groups,
};
const film: MediaFacts = {
  ...{ kind: 'video', sha256: 'aa', mimeType: 'video/mp4', sizeBytes: 5_500_000, width: 1280, height: 720 },
  ...{ durationSec: seconds, fps, hasAudio: true, packets },
};
const other = { ...film, sha256: 'bb', packets: { ...packets, groups: { ...groups, parameterSets: 'b'.repeat(64) } } };
const copy = { ...film, sha256: 'cc' };
const table: MediaTable = { film, other, copy };

const whole = makeClip({ type: 'video', src: 'film', duration: seconds, mediaDuration: seconds });
const title = (fields: Partial<Clip> = {}) =>
  makeClip({ type: 'text', trackIndex: 2, start: 20, duration: 6, textStyle: { content: 'title' }, ...fields });
const project = (...clips: Clip[]) => makeDocument(1280, 720, clips);
const plan = (document: Document, fields: Partial<OutputProfile> = {}, media = table) =>
  planGroups(document, profileOf(document, { smart: true, ...fields }), media);
/** Returns the intervals of the output, in seconds, that a plan copies. Adjacent intervals are merged. */
const copiedSeconds = (document: Document, fields: Partial<OutputProfile> = {}, media = table) => {
  const stretches: [number, number][] = [];
  for (const { startFrame, endFrame } of plan(document, fields, media)?.copied ?? []) {
    const last = stretches.at(-1);
    if (last && last[1] === startFrame / fps) last[1] = endFrame / fps;
    else stretches.push([startFrame / fps, endFrame / fps]);
  }
  return stretches;
};

describe('groups of pictures are copied', () => {
  it('around a title, as long as none of their pictures shows it', () => {
    expect(copiedSeconds(project(whole, title()))).toEqual([
      [0, 20],
      [26, 60],
    ]);
    expect(copiedSeconds(project(whole, title({ start: 20.5, duration: 5 })))).toEqual([
      [0, 20],
      [26, 60],
    ]);
    expect(plan(project(whole, title()))?.encoder).toEqual(encoder);
  });

  it('of clips that begin and end on any frame', () => {
    const late = { ...whole, start: 1.5, mediaStart: 3 + 1 / fps, duration: 10 };
    // The source's groups at 4 to 12 s lie 4 - 3 - 1/30 s into the clip.
    const at = 1.5 + 4 - 3 - 1 / fps;
    expect(copiedSeconds(project(late))).toEqual([[at, at + 8]]);
    expect(plan(project(late))?.copied[0]).toMatchObject({ src: 'film', sourceFrame: 4 * fps });
  });

  it('of joined clips, also of several files with the same parameter sets', () => {
    const first = { ...whole, duration: 7 };
    const second = { ...whole, id: 'second', src: 'copy', start: 7, mediaStart: 11, duration: 9 };
    expect(copiedSeconds(project(first, second))).toEqual([
      [0, 6],
      [8, 16],
    ]);
  });

  it('outside of transitions', () => {
    const transition = { type: 'dissolve', duration: 1 } as const;
    const second = { ...whole, id: 'second', start: 10, mediaStart: 20, duration: 20, transition };
    expect(copiedSeconds(project({ ...whole, duration: 10 }, second))).toEqual([
      [0, 10],
      [12, 30],
    ]);
    const leaving = { ...whole, duration: 20, transition: { ...transition, edge: 'out' as const } };
    expect(copiedSeconds(project(leaving))).toEqual([[0, 18]]);
  });

  it('of one kind only: the one that covers the most', () => {
    const both = (firstSec: number) =>
      project(
        { ...whole, duration: firstSec },
        { ...whole, id: 'second', src: 'other', start: firstSec, duration: 20 - firstSec },
      );
    expect(copiedSeconds(both(12))).toEqual([[0, 12]]);
    expect(copiedSeconds(both(8))).toEqual([[8, 20]]);
    // Of equals the first.
    expect(copiedSeconds(both(10))).toEqual([[0, 10]]);
  });

  it('when the in-point means a picture by its decimals', () => {
    const from = (mediaStart: number) => plan(project({ ...whole, mediaStart, duration: 20 }))?.copied[0];
    expect(from(1 / 3)).toEqual(from(0.333333));
    expect(from(0.34)).toEqual(from(1 / 3));
    // A clock that rounds to a millisecond shows the next picture, a finer one does not.
    expect(from(1 / 3 - 0.0004)).toBeUndefined();
  });
});

describe('everything is encoded', () => {
  it.each<[string, Document, Partial<OutputProfile>]>([
    ['unless it is asked for', project(whole), { smart: false }],
    ['in WebM', project(whole), { format: 'webm' }],
    ['under a watermark', project(whole), { watermark: true }],
    ['in another size', project(whole), { width: 640, height: 360 }],
    ['in another rate', { ...project(whole), settings: { ...project().settings, fps: 25 } }, {}],
    ['in other proportions', { ...project(whole), settings: { ...project().settings, width: 720 } }, {}],
    ['when the source is not what the canvas is', project({ ...whole, scale: 0.99 }), {}],
    ['at another speed', project({ ...whole, speed: 1.01 }), {}],
    ['under something that covers all', project(whole, title({ start: 0, duration: seconds })), {}],
    [
      'over something that covers all',
      project(title({ start: 0, duration: seconds, trackIndex: 0 }), { ...whole, trackIndex: 1 }),
      {},
    ],
    [
      'between two titles a second apart',
      project(whole, title({ start: 0, duration: 20 }), title({ start: 21, duration: 39 })),
      {},
    ],
    ['when less than a quarter can be copied', project(whole, title({ start: 14, duration: 46 })), {}],
    ['beyond the end of the source', project({ ...whole, mediaStart: 59, duration: 20 }), {}],
  ])('%s', (_, document, fields) => {
    expect(plan(document, fields)).toBeNull();
  });

  it('when nobody knows the groups', () => {
    const { groups: _, ...ungrouped } = packets;
    expect(plan(project(whole, title()), {}, { film: { ...film, packets: ungrouped } })).toBeNull();
  });

  it('when a draft or standard file would be much larger than asked for; high copies', () => {
    const large = {
      film: { ...film, packets: { ...packets, pictureBytes: (0.21 * 1280 * 720 * packets.frames) / 8 } },
    };
    expect(plan(project(whole, title()), {}, large)).toBeNull();
    expect(plan(project(whole, title()), { quality: 'high' }, large)).not.toBeNull();
  });
});

describe('segments of a smart render', () => {
  const segmentsOf = (document: Document, fields: Partial<OutputProfile> = { smart: true }) =>
    planSegments(document, profileOf(document, fields), table, 'f');

  it('cover every frame once, wherever titles lie', () => {
    const time = fc.integer({ min: 0, max: 1700 });
    fc.assert(
      fc.property(fc.array(fc.tuple(time, time, fc.integer({ min: 0, max: 2 })), { maxLength: 6 }), (titles) => {
        const clips = titles.map(([from, length, trackIndex]) =>
          title({ start: from / fps, duration: (length + 1) / fps / 4, trackIndex }),
        );
        const document = project({ ...whole, trackIndex: 1 }, ...clips);
        const segments = segmentsOf(document);
        let at = 0;
        for (const [index, segment] of segments.entries()) {
          expect(segment).toMatchObject({ index, startFrame: at });
          expect(segment.endFrame).toBeGreaterThan(at);
          at = segment.endFrame;
          if (segment.made && 'src' in segment.made) {
            expect(groups.starts).toContain(segment.made.sourceFrame);
            expect(segment.endFrame % (2 * fps)).toBe(0);
          }
        }
        expect(at).toBe(segmentsOf(document, {}).at(-1)?.endFrame);
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  it('keep their keys when a title elsewhere is edited, and when all of it moves', () => {
    const keysOf = (document: Document) => segmentsOf(document).map(({ contentKey }) => contentKey);
    const before = keysOf(project(whole, title()));
    const edited = keysOf(project(whole, title({ textStyle: { content: 'another' } })));
    expect(before.filter((key) => !edited.includes(key))).toHaveLength(2);
    const later = (clip: Clip) => ({ ...clip, start: clip.start + 4 });
    expect(keysOf(project(later(whole), later(title())))).toEqual(expect.arrayContaining(before));
    // Copies name the source's groups: another place for the title leaves most of them.
    const moved = keysOf(project(whole, title({ start: 50 })));
    expect(before.filter((key) => moved.includes(key)).length).toBeGreaterThanOrEqual(3);
  });

  it('keep their keys when a short clip is added to a video of which nothing can be copied', () => {
    const keysOf = (document: Document) => segmentsOf(document).map(({ contentKey }) => contentKey);
    const graded = { ...whole, id: 'graded', grade: { exposure: 1 } };
    const before = keysOf(project(graded));
    const after = keysOf(project({ ...whole, duration: 3 }, { ...graded, start: 3 }));
    expect(after).toHaveLength(before.length + 1);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it('are those of any render, with its keys, when nothing can be copied', () => {
    const graded = project({ ...whole, grade: { exposure: 1 } }, title());
    expect(segmentsOf(graded)).toEqual(segmentsOf(graded, {}));
    // And what is encoded beside copies is another file.
    const plain = new Set(segmentsOf(project(whole, title()), {}).map(({ contentKey }) => contentKey));
    expect(segmentsOf(project(whole, title())).some(({ contentKey }) => plain.has(contentKey))).toBe(false);
  });
});
