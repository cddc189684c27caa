import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Json } from '@framemill/testing/api-client';
import { suiteFolder } from '@framemill/testing/folders';
import { type OwnService, startService } from '@framemill/testing/service';
import { ffprobe, frameOf, framesOf, makeNumberedClip, psnr, readNumbers } from '@framemill/testing/video-judge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const media = process.env.FRAMEMILL_REAL_MEDIA ?? resolve(import.meta.dirname, '../../../../shared/media');
const present = existsSync(join(media, 'video.mp4'));
if (!present) console.log(`skipped: real media is not at ${media} (set FRAMEMILL_REAL_MEDIA)`);

// Timeline at 30 fps: 0-2 s 1080p25 full-range BT.601, 2-4 s an edit list, 4-6 s 2:1 pixels, 6-8 s burnt-in numbers.
const seconds = 8;
const size = { width: 1280, height: 720 };

describe.skipIf(!present)('a project of real uploaded media', () => {
  let service: OwnService;
  const folder = suiteFolder();
  let projectId: string;

  beforeAll(async () => {
    service = await startService({ slots: 2 });
    const numbered = join(folder, 'numbered.mp4');
    makeNumberedClip(numbered, { fps: 30, frames: 90 });
    const paths = ['video.mp4', 'edts.mp4', 'sar_2x1.mp4', 'glitch-hop-is-dead.wav'].map((name) => join(media, name));
    const [video, edts, sar, wav, numbers]: Json[] = await Promise.all(
      [...paths, numbered].map((p) => service.upload(p)),
    );
    expect(wav.kind).toBe('audio');
    expect(sar.width / sar.height).toBeCloseTo((640 * 2) / 360, 1);
    const clip = (source: Json, start: number, duration: number, more: object = {}) => ({
      ...{ op: 'addClip', type: source.kind, src: source.id, start, duration, trackIndex: 0, ...more },
    });
    const { status, body } = await service.send('POST', '/v1/projects', {
      name: 'Real media',
      commands: [
        { op: 'setProjectSettings', ...size, fps: 30 },
        clip(video, 0, 2),
        clip(edts, 2, 2, { mediaStart: 1 }),
        clip(sar, 4, 2),
        clip(numbers, 6, 2, { mediaStart: 0.5 }),
        clip(wav, 0, 5.6, { trackIndex: 3 }),
        { op: 'addTextClip', text: 'Real media', start: 4.5, duration: 1, style: { fontSize: 72 } },
      ],
    });
    expect(status).toBe(201);
    expect(body.results.filter((result: Json) => !result.ok)).toEqual([]);
    projectId = body.project.id;
    expect(body.project.durationSec).toBe(seconds);
    // The dissolve shows 0.4 s of the first clip beyond its end on the timeline.
    const clips = (await service.send('GET', `/v1/projects/${projectId}`)).body.project.clips;
    const incoming = clips.find((entry: Json) => entry.start === 2);
    const transition = { op: 'setTransition', clipId: incoming.id, type: 'dissolve', duration: 0.4 };
    const answer = await service.send('POST', `/v1/projects/${projectId}/commands`, { commands: [transition] });
    expect(answer.body.ok).toBe(true);
  });

  afterAll(async () => {
    await service?.stop();
  });

  it('renders to an MP4 that an independent reader finds exact', async () => {
    const file = join(folder, 'out.mp4');
    await service.render({ projectId, format: 'mp4' }, file);
    const verdict = await ffprobe(file);
    expect(verdict.warnings).toBe('');
    expect(verdict).toMatchObject({
      ...size,
      codec: 'h264',
      frameRate: '30/1',
      colorSpace: 'bt709',
      frames: seconds * 30,
    });
    expect(verdict.stepsMs.every((step) => step === 33 || step === 34)).toBe(true);
    expect(verdict.audioCodec).toBe('aac');
    expect(Math.abs((verdict.audioSec ?? 0) - seconds)).toBeLessThanOrEqual(1 / 30);

    const numbered = [180, 181, 195, 211, 230, 239];
    expect(await readNumbers(file, numbered)).toEqual(numbered.map((frame) => frame - 180 + 15));

    const scaled = 'scale=1280:720:flags=bicubic:out_color_matrix=bt709:out_range=tv';
    const moments = [
      { frame: 15, source: 'video.mp4', sourceFrame: 12, filter: scaled },
      { frame: 30, source: 'video.mp4', sourceFrame: 25, filter: scaled },
      { frame: 50, source: 'video.mp4', sourceFrame: 41, filter: scaled },
      // The file with the edit list is black from end to end: a comparison could not fail.
      { frame: 123, source: 'sar_2x1.mp4', sourceFrame: 3, filter: fitted(1280, 360) },
      { frame: 130, source: 'sar_2x1.mp4', sourceFrame: 10, filter: fitted(1280, 360) },
      { frame: 170, source: 'sar_2x1.mp4', sourceFrame: 50, filter: fitted(1280, 360) },
    ];
    const all = await framesOf(
      file,
      moments.map(({ frame }) => frame),
      size,
    );
    for (const [index, { frame, source, sourceFrame, filter }] of moments.entries()) {
      const ours = all[index] ?? new Uint8Array();
      const reference = await frameOf(join(media, source), sourceFrame, filter);
      const decibel = psnr(ours, reference);
      console.log(`frame ${frame} against ${source} ${sourceFrame}: ${decibel.toFixed(1)} dB`);
      expect(decibel, `frame ${frame} of ${source}`).toBeGreaterThanOrEqual(34);
    }
  });

  it('renders to a WebM that an independent reader finds exact', { tags: 'full' }, async () => {
    const file = join(folder, 'out.webm');
    await service.render({ projectId, format: 'webm' }, file);
    const verdict = await ffprobe(file);
    expect(verdict.warnings).toBe('');
    expect(verdict).toMatchObject({
      ...size,
      codec: 'vp9',
      frameRate: '30/1',
      frames: seconds * 30,
      audioCodec: 'opus',
    });
    expect(verdict.stepsMs.every((step) => step === 33 || step === 34)).toBe(true);
    expect(Math.abs((verdict.audioSec ?? 0) - seconds)).toBeLessThanOrEqual(1 / 30);
    const numbered = [180, 210, 239];
    expect(await readNumbers(file, numbered)).toEqual(numbered.map((frame) => frame - 180 + 15));
  });

  it('renders to a GIF of whole centiseconds', { tags: 'full' }, async () => {
    const file = join(folder, 'out.gif');
    await service.render({ projectId, format: 'gif' }, file);
    const verdict = await ffprobe(file);
    expect(verdict.warnings).toBe('');
    expect(verdict).toMatchObject({ width: 800, height: 450, codec: 'gif', frames: seconds * 12.5 });
    expect(verdict.stepsMs).toEqual([80]);
    const numbered = [75, 88, 99];
    expect(await readNumbers(file, numbered)).toEqual(
      numbered.map((frame) => Math.floor((frame / 12.5 - 6 + 0.5) * 30 + 1e-6)),
    );
  });
});

/** Returns ffmpeg filters that scale a source of `width` x `height` square pixels into the canvas, on black. */
function fitted(width: number, height: number): string {
  const factor = Math.min(size.width / width, size.height / height);
  const w = Math.round((width * factor) / 2) * 2;
  const h = Math.round((height * factor) / 2) * 2;
  return (
    `scale=${w}:${h}:flags=bicubic:out_color_matrix=bt709:out_range=tv,` +
    `pad=${size.width}:${size.height}:(ow-iw)/2:(oh-ih)/2`
  );
}
