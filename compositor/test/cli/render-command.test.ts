import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDocument } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWav } from '../audio/impulse-file.ts';
import { ffmpeg, ffmpegMissing, ffprobe } from '../media/ffmpeg.ts';
import { makeNumberedVideo } from '../media/numbered-video.ts';

if (ffmpegMissing) console.warn(`render-command: parts skipped, ${ffmpegMissing}`);

const command = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
let folder = '';
let scratch = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-cli-'));
  scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  mkdirSync(join(folder, 'sounds'));
  writeWav(join(folder, 'sounds', 'tone.wav'), {
    rate: 48_000,
    channels: 2,
    samples: 48_000 * 2,
    sample: (n) => 0.3 * Math.sin(n / 20),
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({ PATH: process.env.PATH ?? '', TMPDIR: scratch });

function render(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
  });
  expect(readdirSync(scratch)).toEqual([]);
  return { status, stdout, stderr };
}

function project(name: string, clips: object[], wrap?: (document: object) => object): string {
  const document = { ...createDocument({ width: 128, height: 72, fps: 30 }), clips };
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(wrap ? wrap(document) : document));
  return path;
}

const box = (duration: number) => ({
  id: 'box',
  name: '',
  type: 'shape',
  src: '',
  shape: { kind: 'circle', fill: '#22cc88', width: 50, height: 50 },
  start: 0,
  duration,
  trackIndex: 0,
  kfX: [
    { time: 0, value: -40, easing: 'linear' },
    { time: duration, value: 40, easing: 'linear' },
  ],
});
const tone = { id: 'tone', name: '', type: 'audio', src: 'tone.wav', start: 0, duration: 2, trackIndex: 3 };

// Each case starts processes of its own, on machines that may be busy with other suites.
describe('npm run render', { timeout: 60_000 }, () => {
  it.skipIf(ffmpegMissing).each(['mp4', 'webm', 'gif'])('writes a %s that players accept', (format) => {
    const file = project(`film-${format}.json`, [box(2), tone], (document) => ({ document, mediaRoot: 'sounds' }));
    const outPath = join(folder, `film.${format}`);
    const { status, stdout, stderr } = render(file, '-o', outPath, '--quality', 'draft');
    expect({ status, stderr: stderr.includes('Error') }).toEqual({ status: 0, stderr: false });
    expect(stdout).toMatch(/^rendered .*: \d+ frames, [\d.]+ fps/);
    const { streams } = JSON.parse(ffprobe(['-count_frames', '-show_streams', '-of', 'json', outPath]));
    expect(streams[0].nb_read_frames).toBe(format === 'gif' ? '20' : '60');
    expect(streams.length).toBe(format === 'gif' ? 1 : 2);
  });

  it.skipIf(ffmpegMissing)('warns of damaged pictures and renders on', () => {
    const film = join(folder, 'film-to-damage.mp4');
    makeNumberedVideo(film, {
      frames: 60,
      rate: '30',
      args: ['-c:v', 'libx264', '-g', '12', '-movflags', '+faststart'],
    });
    const list = ffprobe(['-select_streams', 'v', '-show_entries', 'packet=pos,size', '-of', 'json', film]);
    const packets: { pos: string; size: string }[] = JSON.parse(list).packets;
    const bytes = readFileSync(film);
    for (const { pos, size } of packets.slice(20, 23)) bytes.fill(0xa5, Number(pos), Number(pos) + Number(size));
    writeFileSync(join(folder, 'corrupt-packets.mp4'), bytes);
    const clip = { ...box(2), id: 'film', type: 'video', src: 'corrupt-packets.mp4', shape: undefined, kfX: undefined };
    const { status, stderr } = render(project('damaged.json', [clip]), '-o', join(folder, 'damaged.mp4'));
    expect(status).toBe(0);
    expect(stderr.match(/^Warning: Clip film \("corrupt-packets.mp4"\): .*last good picture/gm)).toHaveLength(1);
  });

  it.skipIf(ffmpegMissing)('copies a source that already is what is asked for, and mixes new sound beside it', () => {
    const film = join(folder, 'film-to-copy.mp4');
    const args = ['-c:v', 'libx264', '-bf', '2', '-colorspace', 'bt709', '-color_range', 'tv'];
    makeNumberedVideo(film, { frames: 60, rate: '30', args, width: 128, height: 72 });
    const clip = { ...box(2), id: 'film', type: 'video', src: 'film-to-copy.mp4', shape: undefined, kfX: undefined };
    const outPath = join(folder, 'copied.mp4');
    const pictures = (path: string) => ffmpeg(['-i', path, '-map', '0:v', '-f', 'hash', '-']).toString();
    const copied = render(project('copied.json', [clip]), '-o', outPath, '--quality', 'high');
    expect(copied.stdout).toMatch(/^copied into .*: 60 frames/);
    expect(pictures(outPath)).toBe(pictures(film));
    const scored = project('scored.json', [clip, { ...tone, src: 'sounds/tone.wav' }]);
    expect(render(scored, '-o', outPath, '--quality', 'high').stdout).toMatch(/^copied into .*: 60 frames/);
    expect(pictures(outPath)).toBe(pictures(film));
    const sound = ffprobe(['-select_streams', 'a', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', outPath]);
    expect(sound.trim()).toBe('aac');
  });

  it('writes the same bytes with 1 and with 3 render processes', () => {
    const file = project('slots.json', [box(4), { ...tone, src: 'sounds/tone.wav' }]);
    const bytes = ['1', '3'].map((slots) => {
      const outPath = join(folder, `slots-${slots}.mp4`);
      expect(render(file, '-o', outPath, '--slots', slots).status).toBe(0);
      return readFileSync(outPath).toString('base64');
    });
    expect(bytes[1]).toBe(bytes[0]);
  });

  it('explains itself', () => {
    const { status, stdout } = render('--help');
    expect(status).toBe(0);
    for (const option of ['--output', '--format', '--quality', '--resolution', '--slots'])
      expect(stdout).toContain(option);
  });

  it.each([
    { args: ['slots.json', '-o', 'a.avi'], says: /--format must be one of mp4, webm, gif \(got "avi"\)/ },
    { args: ['empty.json', '-o', 'a.mp4'], says: /no clips/ },
    { args: ['unknown-source.json', '-o', 'a.mp4'], says: /Clip tone plays missing.wav, but there is no file/ },
    { args: ['broken-source.json', '-o', 'a.mp4'], says: /Clip tone plays zero-byte.wav: .*empty/ },
    { args: ['folder-source.json', '-o', 'a.mp4'], says: /^Error: Clip tone plays sounds: This file is a folder\./ },
    { args: ['no-picture.json', '-o', 'a.mp4'], says: /^Error: Clip tone is an image clip, but/m },
    {
      args: ['no.json', '-o', 'a.mp4'],
      says: /^Error: The project file no\.json is not JSON \(line 2, column 1\)\. Export/,
    },
    {
      args: ['slots.json', '-o', 'no-such-folder/a.mp4'],
      says: /^Error: The folder of the output, .*no-such-folder, does not/,
    },
    { args: ['slots.json', '-o', 'a.mp4', '--nope'], says: /^Error: Unknown option '--nope'\. See --help\.$/m },
  ])('says what is wrong: $says', ({ args, says }) => {
    project('slots.json', [box(0.2)]);
    project('empty.json', []);
    writeFileSync(join(folder, 'zero-byte.wav'), '');
    project('unknown-source.json', [{ ...tone, src: 'missing.wav' }]);
    project('broken-source.json', [{ ...tone, src: 'zero-byte.wav' }]);
    project('folder-source.json', [{ ...tone, src: 'sounds' }]);
    project('no-picture.json', [{ ...tone, type: 'image', src: 'sounds/tone.wav' }]);
    writeFileSync(join(folder, 'no.json'), '[1\n');
    const { status, stderr } = render(...args);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/ {4}at /);
    expect(status).toBe(1);
    expect(existsSync(join(folder, 'a.mp4'))).toBe(false);
  });

  it('cleans up when it is interrupted', async () => {
    const file = project('long.json', [box(600)]);
    const running = spawn(process.execPath, [command, file, '-o', join(folder, 'long.mp4')], {
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await new Promise((resolve) => running.stderr.once('data', resolve));
    const ended = new Promise<number | null>((resolve) => running.once('exit', resolve));
    running.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(readdirSync(scratch)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.includes('long.mp4'))).toEqual([]);
  });
});
