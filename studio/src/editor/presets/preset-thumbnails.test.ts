import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, batchIds, type Command, createDocument, type Document } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { type PresetThumbnail, presetThumbnails, thumbnailSize } from './preset-thumbnails.ts';

const shape = { op: 'addShapeClip', kind: 'rectangle', style: { width: 100, height: 100 } };
/** Commands that make one clip on each of three tracks; the second one takes 4 seconds. */
const SETUP: Command[] = [
  { ...shape, start: 0, duration: 20, trackIndex: 0 },
  { ...shape, start: 10, duration: 4, trackIndex: 1 },
  { op: 'addTextClip', text: 'Above', start: 0, duration: 20 },
];

function documentOf(commands: readonly Command[]): Document {
  const context = { catalogue, media: () => null, newId: batchIds(`bat_${'1'.repeat(24)}`) };
  const { document, results } = applyCommands(createDocument(), commands, context);
  expect(results.flatMap(({ error }) => error ?? [])).toEqual([]);
  return document;
}

/** Returns the thumbnails of the clip with an index. */
function thumbnailsOf(document: Document, index: number, playheadSec: number): PresetThumbnail[] {
  const clip = document.clips[index];
  if (!clip) throw new Error('no clip');
  return presetThumbnails(document, clip, playheadSec, () => null);
}

function named(thumbnails: readonly PresetThumbnail[], name: string): PresetThumbnail {
  const thumbnail = thumbnails.find(({ preset }) => preset.name === name);
  if (!thumbnail) throw new Error(`no preset ${name}`);
  return thumbnail;
}

describe('the thumbnails of presets', () => {
  it('show the frame at the playhead, or the middle of the clip', () => {
    const document = documentOf(SETUP);
    expect(named(thumbnailsOf(document, 1, 11), 'VHS').stillSec).toBe(11);
    expect(named(thumbnailsOf(document, 1, 3), 'VHS').stillSec).toBe(12);
    expect(named(thumbnailsOf(document, 1, 14), 'VHS').stillSec).toBe(12);
  });

  it('move for a second within the clip', () => {
    const document = documentOf(SETUP);
    const { loopSec } = named(thumbnailsOf(document, 1, 11), 'VHS');
    expect([loopSec.length, loopSec[0], loopSec.at(-1)]).toEqual([12, 11, expect.closeTo(11 + 11 / 12, 9)]);
    expect(named(thumbnailsOf(document, 1, 13.9), 'VHS').loopSec[0]).toBe(13);
    const short = documentOf([{ ...shape, start: 2, duration: 0.6 }]);
    const { loopSec: all } = named(thumbnailsOf(short, 0, 0), 'VHS');
    expect([all[0], all.at(-1)]).toEqual([expect.closeTo(2, 9), expect.closeTo(2.55, 9)]);
  });

  it('show the start or the end of the clip where only that changes', () => {
    const thumbnails = thumbnailsOf(documentOf(SETUP), 1, 12);
    expect(named(thumbnails, 'Fade in').stillSec).toBeCloseTo(10.2, 9);
    expect(named(thumbnails, 'Fade in').loopSec[0]).toBe(10);
    expect(named(thumbnails, 'Fade out').stillSec).toBeCloseTo(13.8, 9);
    expect(named(thumbnails, 'Fade out').loopSec[0]).toBe(13);
  });

  it('contain the clip with its preset and what is below it', () => {
    const document = documentOf([...SETUP, { op: 'updateTrack', trackId: 1, visible: false }]);
    const { clips, tracks } = named(thumbnailsOf(document, 1, 11), 'VHS').document;
    expect(clips.map(({ trackIndex, effects }) => [trackIndex, effects?.[0]?.type])).toEqual([
      [0, undefined],
      [1, 'vhs'],
    ]);
    expect(tracks.find(({ id }) => id === 1)?.visible).toBe(true);
  });

  it('are absent for html clips, and for clips without their file', () => {
    const html = documentOf([{ op: 'addHtmlClip', html: '<p>Hello</p>', start: 0, duration: 2 }]);
    expect(thumbnailsOf(html, 0, 0)[0]?.problem).toMatch(/^HTML clips /);
    const document = documentOf(SETUP);
    expect(thumbnailsOf(document, 1, 0)[0]?.problem).toBeNull();
    const clips = document.clips.map((clip) => ({ ...clip, type: 'image' as const, src: 'med_gone' }));
    expect(thumbnailsOf({ ...document, clips }, 1, 0)[0]?.problem).toMatch(/^The file /);
  });

  it('have the proportions of the canvas, with even sides', () => {
    expect(thumbnailSize({ width: 1920, height: 1080 })).toEqual({ width: 320, height: 180 });
    expect(thumbnailSize({ width: 1080, height: 1920 })).toEqual({ width: 102, height: 180 });
    expect(thumbnailSize({ width: 7680, height: 16 })).toEqual({ width: 320, height: 2 });
  });
});
