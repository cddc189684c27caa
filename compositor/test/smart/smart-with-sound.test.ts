import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { numbersOn } from '@framemill/testing/numbered-video';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stitch } from '../../src/assembly/stitch.ts';
import { mixAudio } from '../../src/audio/mix-audio.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { makeFolder } from '../scenes.ts';
import { copies, frames, makeFilm, planVideo, renderFilm, type SmartFilm, secondFrom } from './smart-film.ts';

if (ffmpegMissing) console.warn(`smart-with-sound: skipped, ${ffmpegMissing}`);

const fps = 30;
const sampleRate = 48_000;
/** Interval of the clicks in the source, in seconds. One is at the start of each group of pictures (GOP). */
const clickEverySec = 1;

// A smart render of a source with sound: the numbers on its pictures say which of the source's is shown, its clicks
// which second of it is heard.
describe.skipIf(ffmpegMissing)('a smart render with sound', () => {
  let folder = '';
  let planned: SmartFilm;
  let filmPath = '';
  beforeAll(async () => {
    folder = makeFolder();
    const silent = await makeFilm(join(folder, 'silent.mp4'));
    const path = join(folder, 'source.mp4');
    const click = `aevalsrc='if(lt(mod(t,${clickEverySec}),0.004),0.9*sin(2*PI*2000*t),0)':s=${sampleRate}:d=8`;
    const inputs = ['-i', silent.path, '-f', 'lavfi', '-i', click];
    ffmpeg([...inputs, '-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-b:a', '192k', path]);
    const { document, ...film } = planVideo({ path, facts: await probeMedia(path) }, 'standard');
    const audible = document.clips.map((clip) => (clip.type === 'video' ? { ...clip, muted: false } : clip));
    planned = { ...film, document: { ...document, clips: audible } };
    const { paths } = await renderFilm(planned, folder);
    const mixPath = join(folder, 'mix.mp4');
    const { profile, media, plan } = planned;
    await mixAudio({ document: planned.document, profile, media, outPath: mixPath });
    filmPath = join(folder, 'with-sound.mp4');
    const segmentFrames = plan.map(({ startFrame, endFrame }) => endFrame - startFrame);
    await stitch({ segments: paths, segmentFrames, audio: mixPath, profile, outPath: filmPath });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is read by mediabunny to its last frame, with a key frame where each copied group begins', async () => {
    const input = new Input({ source: new BufferSource(readFileSync(filmPath)), formats: [MP4] });
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    if (!video || !audio) throw new Error('The video has no video or no audio track.');
    expect(await video.getDecoderConfig()).toMatchObject({
      ...{ codec: expect.stringMatching(/^avc1\.6400/), codedWidth: 320, codedHeight: 180 },
    });
    const packets = [];
    // By what is in the packets, not by what the file's table says of them.
    for await (const packet of new EncodedPacketSink(video).packets()) {
      packets.push({ frame: Math.round(packet.timestamp * fps), type: await video.determinePacketType(packet) });
    }
    const shown = packets.map(({ frame }) => frame);
    expect(shown.toSorted((a, b) => a - b)).toEqual(Array.from({ length: frames }, (_, frame) => frame));
    const keys = packets.filter(({ type }) => type === 'key').map(({ frame }) => frame);
    expect(keys).toEqual(expect.arrayContaining(copies.map(({ startFrame }) => startFrame)));
    expect(await input.computeDuration([video])).toBeCloseTo(frames / fps, 3);

    let endsAtSec = Number.NEGATIVE_INFINITY;
    for await (const { timestamp, duration } of new EncodedPacketSink(audio).packets()) {
      // No gap: 0.1 ms is what the clock of the track rounds by.
      if (Number.isFinite(endsAtSec)) expect(Math.abs(timestamp - endsAtSec)).toBeLessThan(1e-4);
      endsAtSec = timestamp + duration;
    }
    // What the encoder needs ahead is cut off by the edit list, and its last packet is a whole one.
    expect(await audio.getFirstTimestamp()).toBeLessThanOrEqual(0);
    expect(Math.abs(endsAtSec - frames / fps)).toBeLessThan(1 / fps);
  });

  it('is heard where it is seen, within a frame, before and after each join', () => {
    const numbers = numbersOn(
      ffmpeg([
        '-i',
        filmPath,
        '-vf',
        'crop=320:2:0:90,scale=8:1:flags=area',
        '-f',
        'rawvideo',
        '-pix_fmt',
        'gray',
        '-',
      ]),
    );
    const raw = ffmpeg(['-i', filmPath, '-map', '0:a', '-ac', '1', '-ar', String(sampleRate), '-f', 'f32le', '-']);
    const samples = new Float32Array(raw.buffer, raw.byteOffset, raw.length / 4);
    // Where the second clip takes over, in the source's seconds.
    const secondClip = (sourceSec: number) => sourceSec - secondFrom / fps + 4;
    const expected = [1, 2, 3, ...[2, 3, 4, 5].map(secondClip)];
    for (const sec of expected) {
      const clickSec = loudestNear(samples, sec);
      expect([sec, Math.abs(clickSec - sec) < 0.005]).toEqual([sec, true]);
      const frame = Math.round(sec * fps);
      expect([frame, (numbers[frame] ?? -1) % fps]).toEqual([frame, 0]);
    }
  });
});

/**
 * Returns the start of the click that is expected near a time, in seconds: the first sample that reaches half of the
 * click's peak.
 */
function loudestNear(samples: Float32Array, sec: number): number {
  const from = Math.round((sec - 0.1) * sampleRate);
  const near = samples.subarray(Math.max(0, from), from + 0.2 * sampleRate);
  const most = near.reduce((best, sample) => Math.max(best, Math.abs(sample)), 0);
  if (most < 0.1) throw new Error(`There is no click near second ${sec}.`);
  return (Math.max(0, from) + near.findIndex((sample) => Math.abs(sample) >= most / 2)) / sampleRate;
}
