import { createDocument } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { describe, expect, it } from 'vitest';
import { outputProfile } from '../../src/plan/index.ts';
import { brokenLimits, strictLimits } from '../../src/plan/report-schema.ts';
import { documentFindings } from '../../src/report/document-findings.ts';
import { playingVideo } from '../../src/report/playing-video.ts';

const common = { name: '', src: '', trackIndex: 2, start: 1, duration: 2 };
const style = { fontSize: 40, color: '#ffffff' };
const facts = {
  ...{ kind: 'image' as const, sha256: 'a'.repeat(64), mimeType: 'image/png', sizeBytes: 1, durationSec: null },
  ...{ width: 320, height: 180, fps: null, hasAudio: false },
};
const video = {
  ...facts,
  kind: 'video' as const,
  mimeType: 'video/mp4',
  width: 1280,
  height: 720,
  durationSec: 10,
  fps: 30,
};

function film(clips: object[], settings: object = {}) {
  const document = parseDocument({ ...createDocument({ width: 1280, height: 720, fps: 30, ...settings }), clips });
  const asked = {
    format: 'mp4',
    quality: 'standard',
    resolution: 'full',
    maxShortSide: null,
    watermark: false,
  } as const;
  const { profile } = outputProfile(document.settings, asked);
  return { document, profile, media: { small: facts, film: video }, fonts: {} };
}

const find = (clips: object[]) => documentFindings(film(clips), { upscale: 1.25, contrast: 3 });
const text = (id: string, more: object, where: object = {}) => ({
  ...{ ...common, id, type: 'text', textStyle: { ...style, ...more } },
  ...where,
});

describe('the findings in a document', () => {
  it('are none where all is well', async () => {
    const clips = [
      text('title', { content: 'Hello \u{1F600} héllo\nworld' }),
      { ...common, id: 'film', type: 'video', src: 'film', trackIndex: 0 },
    ];
    expect(await find(clips)).toEqual([]);
  });

  it('name the clip, its time and how bad it is', async () => {
    const found = await find([
      text('tofu', { content: 'a\u{378}b\u{10FFF0}' }),
      text('edge', { content: 'At the edge' }, { y: 312, start: 3 }),
      text('gone', { content: 'Outside' }, { x: 700, start: 5 }),
      text('faint', { content: 'Faint', color: '#333333' }, { start: 7 }),
      { ...common, id: 'small', type: 'image', src: 'small', trackIndex: 0, start: 0, duration: 4 },
    ]);
    expect(
      found.map(({ kind, severity, clipId, startSec, endSec, value }) => [
        kind,
        severity,
        clipId,
        startSec,
        endSec,
        value,
      ]),
    ).toEqual([
      ['glyphs', 'warn', 'tofu', 1, 3, 2],
      ['safe-area', 'note', 'edge', 3, 5, null],
      ['safe-area', 'warn', 'gone', 5, 7, null],
      ['contrast', 'warn', 'faint', 7, 9, expect.closeTo(1.66, 1)],
      ['upscaled', 'warn', 'small', 0, 4, 4],
    ]);
    expect(found[0]?.message).toContain('U+0378, U+10FFF0');
    const report = {
      sizeBytes: 1,
      durationSec: 9,
      bitrateKbps: 1,
      video: null,
      audio: null,
      findings: found,
      leftOut: 0,
    };
    expect(brokenLimits(report, strictLimits)).toEqual([
      'maxMissingGlyphs 0: clip tofu at 1.00 s has 2',
      'maxUpscale 2: clip small at 0.00 s has 4',
      'maxUnsafeTexts 0: clip edge is unsafe, and 1 more',
      expect.stringMatching(/^minContrast 3: clip faint at 7\.00 s has 1\.\d+$/),
    ]);
    expect(brokenLimits(report, { maxUnsafeTexts: 2, maxUpscale: 4 })).toEqual([]);
  });

  it('leave out what is on hidden tracks', async () => {
    const { document, ...rest } = film([text('edge', { content: 'At the edge' }, { y: 340 })]);
    const hidden = { ...document, tracks: document.tracks.map((track) => ({ ...track, visible: false })) };
    expect(await documentFindings({ document: hidden, ...rest }, { upscale: 1.25, contrast: 3 })).toEqual([]);
  });
});

describe('where a video plays', () => {
  const plays = (clips: object[], settings: object = {}) => {
    const { document, media } = film(clips, settings);
    return playingVideo(document, media);
  };
  const shown = { ...common, type: 'video', src: 'film', trackIndex: 0 };

  it('is where one is seen that does not stand still on purpose', () => {
    const { playing } = plays([
      { ...shown, id: 'a', start: 0, duration: 2 },
      { ...shown, id: 'b', start: 2, duration: 2, freezeAt: 1 },
      { ...shown, id: 'c', start: 4, duration: 4 },
      { ...common, id: 'still', type: 'image', src: 'small', trackIndex: 1, start: 5, duration: 1 },
    ]);
    expect(playing).toEqual(
      [
        { startSec: 0, endSec: 2 },
        { startSec: 4, endSec: 5 },
        { startSec: 6, endSec: 8 },
      ].map(({ startSec, endSec }) => ({ startSec: expect.closeTo(startSec, 5), endSec: expect.closeTo(endSec, 5) })),
    );
  });

  it('is not blown out where white was drawn', () => {
    const box = { kind: 'rectangle', fill: '#ffffff', width: 600, height: 600 };
    const clips = [
      { ...shown, id: 'a', start: 0, duration: 4 },
      { ...common, id: 'box', type: 'shape', shape: box, trackIndex: 1, start: 2, duration: 2 },
    ];
    const { playing, playingAlone } = plays(clips);
    expect([playing.length, playingAlone]).toEqual([1, [{ startSec: 0, endSec: expect.closeTo(2, 5) }]]);
  });
});
