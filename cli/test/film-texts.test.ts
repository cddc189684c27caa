import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { createDocument } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

if (ffmpegMissing) console.warn(`film-texts: skipped, ${ffmpegMissing}`);

const command = fileURLToPath(new URL('../src/main.ts', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-texts-'));
  const caption = (id: string, content: string, start: number, duration: number) => ({
    ...{ id, name: '', type: 'text', src: '', start, duration, trackIndex: 1, isCaption: true },
    textStyle: { content, fontSize: 12, color: '#ffffff' },
  });
  const document = {
    ...createDocument({ width: 128, height: 72, fps: 30 }),
    clips: [caption('one', 'Grüße & <3', 0.5, 0.5), caption('two', 'Second', 1.2, 0.8)],
    markers: [
      { id: 'm1', time: 0, label: 'Beginning' },
      { id: 'm2', time: 1, label: 'Ende – größer' },
    ],
  };
  writeFileSync(join(folder, 'film.json'), JSON.stringify(document));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function render(...args: string[]) {
  const options = { cwd: folder, encoding: 'utf8' } as const;
  return spawnSync(
    process.execPath,
    [command, 'render', 'film.json', '--quality', 'draft', '--slots', '1', '--no-cache', ...args],
    options,
  );
}

function probe(file: string) {
  return JSON.parse(ffprobe(['-count_frames', '-show_streams', '-show_chapters', '-of', 'json', join(folder, file)]));
}

describe.skipIf(ffmpegMissing)('captions and chapters in a file', () => {
  it.each([
    { file: 'film.mp4', codec: 'mov_text' },
    { file: 'film.mov', codec: 'mov_text' },
    { file: 'film.webm', codec: 'webvtt' },
  ])('$file has them at their times, and its pictures are all there', ({ file, codec }) => {
    expect(render('-o', file, '--captions', 'embedded', '--chapters')).toMatchObject({ status: 0 });
    const { streams, chapters: found } = probe(file);
    const video = streams.find(({ codec_type }: { codec_type: string }) => codec_type === 'video');
    expect(video.nb_read_frames).toBe('60');
    expect(streams.map(({ codec_name }: { codec_name: string }) => codec_name)).toContain(codec);
    const titles = found.map(({ start_time, tags }: { start_time: string; tags: { title: string } }) => [
      Number(start_time),
      tags.title,
    ]);
    expect(titles).toEqual([
      [0, 'Beginning'],
      [1, 'Ende – größer'],
    ]);
    // ProRes by QuickTime's rules: Apple's name in the sample description and in each frame.
    if (file.endsWith('.mov')) {
      expect(video).toMatchObject({ codec_tag_string: 'ap4h', tags: { vendor_id: 'appl' } });
      expect(readFileSync(join(folder, file)).includes('apl0')).toBe(true);
    }
    const srt = join(folder, `${file}.srt`);
    ffmpeg(['-y', '-i', join(folder, file), '-map', '0:s:0', srt]);
    const text = readFileSync(srt, 'utf8').replaceAll('\r', '').trim();
    expect(text.replaceAll(/<[^>3]*>/g, '')).toBe(
      '1\n00:00:00,500 --> 00:00:01,000\nGrüße & <3\n\n2\n00:00:01,200 --> 00:00:02,000\nSecond',
    );
  });

  it('is refused where a file holds none, with what to do', () => {
    expect(render('-o', 'film.gif', '--captions', 'embedded').stderr).toMatch(
      /format gif does not support captions\. Choose one of mp4, webm, .*\(srt or vtt\)/,
    );
    expect(render('-o', 'film.gif', '--chapters').stderr).toMatch(
      /format gif does not support chapters\. Choose one of mp4, webm, mp4-hevc/,
    );
  });
});
