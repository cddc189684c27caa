import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { objectKeys } from '@framemill/scheduler/protocol';
import { hasBrowserFor, launchBrowser } from '@framemill/testing/browser';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from './start-api.ts';

const segments = 3;
const framesEach = 60;
const seconds = (segments * framesEach) / 30;
const name = 'ab'.repeat(24);
/**
 * Index of the segment that is copied from a source without encoding, and therefore needs another decoder
 * configuration.
 */
const COPIED = 1;
const sha = (index: number) => String(index + 1).repeat(64);
if (ffmpegMissing) console.warn(`streams: skipped, ${ffmpegMissing}`);

describe.skipIf(ffmpegMissing !== null || !hasBrowserFor('A stream in hls.js is'))(
  'a render that is played while it renders',
  () => {
    const api = forSuite(() => startApi({ listens: true }));
    let browser: Browser;
    let host: FileServer;
    const folder = suiteFolder();
    const renderId = 'rnd_stream';
    const account = forSuite(() => api.account());
    beforeAll(async () => {
      browser = await launchBrowser();
      const script = readFileSync(fileURLToPath(import.meta.resolve('hls.js/dist/hls.min.js')));
      host = await startFileServer((request, response) => {
        const isScript = request.url === '/hls.js';
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
        response.end(isScript ? script : '<!doctype html><script src="/hls.js"></script><video muted></video>');
      });
      await makeRender();
    });
    afterAll(async () => {
      await browser?.close();
      await host?.close();
    });

    it('is not there before its first segment, nor under another name', async () => {
      for (const one of [name, 'cd'.repeat(24), '../exports']) {
        expect((await api.inject({ method: 'GET', url: `/streams/${one}/index.m3u8` })).status).toBe(404);
      }
    });

    it('shows its first frame within 3 s of the first segment, grows, and ends', async () => {
      await finishSegment(0);
      const page = await browser.newPage();
      await page.goto(host.url);
      const startedAt = performance.now();
      const url = `${api.deps.apiHost}/streams/${name}/index.m3u8`;
      await page.evaluate(`
      window.video = document.querySelector('video');
      const hls = new Hls();
      hls.loadSource(${JSON.stringify(url)});
      hls.attachMedia(video);
      video.play();
    `);
      await page.waitForFunction('video.getVideoPlaybackQuality().totalVideoFrames > 0', null, { polling: 20 });
      expect(performance.now() - startedAt).toBeLessThan(3_000);

      const growing = await text('video.m3u8');
      expect(growing).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
      expect(growing).not.toContain('#EXT-X-ENDLIST');
      for (let index = 1; index < segments; index++) await finishSegment(index);
      await api.deps.database.client.render.update({ where: { id: renderId }, data: { status: 'COMPLETED' } });
      // What is known of a stream that grows is kept for a moment.
      await expect.poll(() => text('audio.m3u8')).toMatch(/TYPE:VOD[\s\S]*audio-2\.m4s\n#EXT-X-ENDLIST/);
      expect((await text('video.m3u8')).match(/MAP:URI="[^"]+"/g)).toHaveLength(segments);
      await page.waitForFunction('video.ended', null, { timeout: 100_000 });
      const { duration, width } = await page.evaluate<{ duration: number; width: number }>(
        '({ duration: video.duration, width: video.videoWidth })',
      );
      expect(width).toBe(320);
      expect(Math.abs(duration - seconds)).toBeLessThan(0.08);
      await page.close();
    });

    it('has every frame and sample in order for another player', async () => {
      const entries = ['-show_entries', 'frame=media_type,pts_time', '-of', 'csv=p=0'];
      const url = `${api.deps.apiHost}/streams/${name}/index.m3u8`;
      // Not in this thread, which answers.
      const { stdout, stderr } = await promisify(execFile)('ffprobe', ['-v', 'error', ...entries, url]);
      expect(stderr).toBe('');
      const rows = stdout
        .trim()
        .split('\n')
        .map((line) => line.split(','));
      const times = (type: string) => rows.filter(([kind]) => kind === type).map(([, time]) => Number(time));
      const video = times('video').sort((a, b) => a - b);
      expect(video).toHaveLength(segments * framesEach);
      const steps = video.slice(1).map((time, place) => time - (video[place] ?? 0));
      expect(Math.max(...steps.map((step) => Math.abs(step - 1 / 30)))).toBeLessThan(0.002);
      const audio = times('audio');
      // The lead of the encoder is at 0, the first sample that is heard as late as the first frame. FFmpeg shows
      // pictures later by what reordering takes, here one frame, where a file says so by negative offsets; browsers do
      // not.
      expect(Math.abs((audio[0] ?? 1) + 1024 / 48_000 - (video[0] ?? 0))).toBeLessThan(1 / 30 + 0.002);
      const gaps = audio.slice(1).map((time, place) => time - (audio[place] ?? 0) - 1024 / 48_000);
      expect(Math.max(...gaps.map(Math.abs))).toBeLessThan(0.002);
    });

    it('gives a segment whole, in part and to HEAD with its length', async () => {
      const url = `/streams/${name}/video-0.m4s`;
      const whole = await api.inject({ method: 'GET', url });
      expect([whole.status, whole.headers['content-length']]).toEqual([200, String(whole.bytes.length)]);
      // The second part begins in the headers and ends in the samples, the third is in them.
      for (const [start, end] of [
        [0, 9],
        [10, whole.bytes.length - 2],
        [whole.bytes.length - 100, whole.bytes.length - 1],
      ] as const) {
        const part = await api.inject({ method: 'GET', url, headers: { range: `bytes=${start}-${end}` } });
        expect([part.status, part.headers['content-range']]).toEqual([
          206,
          `bytes ${start}-${end}/${whole.bytes.length}`,
        ]);
        expect(part.bytes.equals(whole.bytes.subarray(start, end + 1))).toBe(true);
      }
      const head = await api.inject({ method: 'HEAD', url });
      expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
        200,
        String(whole.bytes.length),
        0,
      ]);
      const beyond = await api.inject({ method: 'GET', url, headers: { range: 'bytes=99999999-' } });
      expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.bytes.length}`]);
    });

    it('is open to every origin', async () => {
      const { headers } = await api.inject({
        method: 'GET',
        url: `/streams/${name}/video-0.m4s`,
        headers: { origin: 'https://else.where' },
      });
      expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'content-type': 'video/iso.segment' });
    });

    async function text(file: string): Promise<string> {
      return (await api.inject({ method: 'GET', url: `/streams/${name}/${file}` })).bytes.toString();
    }

    function encode(file: string, args: string[]): Buffer {
      const out = path.join(folder, file);
      ffmpeg([...args, out]);
      return readFileSync(out);
    }

    async function makeRender(): Promise<void> {
      const { accountId } = account;
      const { client } = api.deps.database;
      const profile = {
        format: 'mp4',
        quality: 'draft',
        width: 320,
        height: 180,
        rate: { num: 30, den: 1 },
        watermark: false,
      };
      const options = {
        format: 'mp4',
        quality: 'draft',
        resolution: 'full',
        profile,
        stage: 'rendering',
        status: 'PROCESSING',
      };
      const audioKey = 'f'.repeat(64);
      await client.render.create({
        data: {
          id: renderId,
          accountId,
          projectId: 'prj_x',
          ...options,
          exportKey: `exports/${name}.mp4`,
          audioKey,
          totalSegments: segments,
        },
      });
      const audioTrack = encode('sound.mp4', [
        '-f',
        'lavfi',
        '-i',
        `sine=440:r=48000:d=${seconds}`,
        '-ac',
        '2',
        '-c:a',
        'aac',
      ]);
      const mix = { accountId, contentKey: audioKey, sha256: sha(8), sizeBytes: BigInt(audioTrack.length), frames: 0 };
      await client.artifact.create({ data: mix });
      await api.deps.store.put(objectKeys.segment(accountId, audioKey, sha(8)), audioTrack);
      for (let index = 0; index < segments; index++) {
        const [startFrame, endFrame] = [index * framesEach, (index + 1) * framesEach];
        const made = index === COPIED ? { made: { src: 'med_x', sourceFrame: 0 } } : {};
        await client.renderSegment.create({
          data: { renderId, index, startFrame, endFrame, contentKey: sha(index), ...made },
        });
      }
    }

    async function finishSegment(index: number): Promise<void> {
      const { accountId } = account;
      const source =
        `testsrc=s=320x180:r=30:d=${seconds},` +
        `trim=start_frame=${index * framesEach}:end_frame=${(index + 1) * framesEach},setpts=PTS-STARTPTS`;
      const bytes = encode(`${index}.mp4`, [
        '-f',
        'lavfi',
        '-i',
        source,
        '-c:v',
        'libx264',
        '-g',
        '999',
        ...(index === COPIED ? ['-x264-params', 'sps-id=3:cabac=0:bframes=0:ref=1'] : ['-bf', '2']),
        '-pix_fmt',
        'yuv420p',
      ]);
      await api.deps.store.put(objectKeys.segment(accountId, sha(index), sha(index)), bytes);
      const artifact = {
        accountId,
        contentKey: sha(index),
        sha256: sha(index),
        sizeBytes: BigInt(bytes.length),
        frames: framesEach,
      };
      await api.deps.database.client.artifact.create({ data: artifact });
      await api.deps.database.client.renderSegment.update({
        where: { renderId_index: { renderId, index } },
        data: { sha256: sha(index) },
      });
    }
  },
);
