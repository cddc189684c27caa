import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Format, formats } from '@framemill/compositor/formats';
// biome-ignore lint/style/noRestrictedImports: this suite runs the whole stack; only src/ is a node.
import type { AdditionalOutput } from '@framemill/scheduler';
import { smallDocument } from '@framemill/testing/documents';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { toneWav } from '@framemill/testing/wav';
import type { Document } from '@framemill/timeline';
import { beforeAll, describe, expect, it } from 'vitest';

const seconds = 2;
const hasProbe = spawnSync('ffprobe', ['-version']).status === 0;
if (!hasProbe)
  console.warn('outputs: what ffprobe says is not looked at, it is not installed (the set-up installs it)');

/**
 * Expected ffprobe results by format: video codec and number of frames (`picture`), four-character code (`tag`) and
 * audio codec (`sound`).
 */
const found: Partial<Record<Format, { picture?: [string, number]; tag?: string; sound?: string }>> = {
  mp4: { picture: ['h264', 60], tag: 'avc1', sound: 'aac' },
  'mp4-hevc': { picture: ['hevc', 60], tag: 'hvc1', sound: 'aac' },
  'mp4-av1': { picture: ['av1', 60], tag: 'av01', sound: 'aac' },
  webm: { picture: ['vp9', 60], sound: 'opus' },
  'webm-alpha': { picture: ['vp9', 60], sound: 'opus' },
  'mov-prores': { picture: ['prores', 60], tag: 'ap4h', sound: 'pcm_s16le' },
  gif: { picture: ['gif', 20] },
  mp3: { sound: 'mp3' },
  m4a: { sound: 'aac' },
  wav: { sound: 'pcm_s16le' },
  opus: { sound: 'opus' },
  poster: { picture: ['mjpeg', 1] },
  'contact-sheet': { picture: ['mjpeg', 1] },
};

/** Formats that `npm test` includes: one for each way to put a file together, and all that show the same frames. */
const sample = new Set<Format>([
  ...(['webm', 'gif', 'mp3', 'poster'] as const),
  ...(['png-sequence', 'jpeg-sequence', 'contact-sheet', 'sprites', 'webp'] as const),
]);
const others = formats.filter((format) => format !== 'mp4');

describe('one render with every output', () => {
  const folder = suiteFolder();
  const stack = forSuite(() => openStack({ scheduler: true }));
  beforeAll(async () => {
    await stack.farm(2, 'node-a');
  });

  for (const { which, further, tags } of [
    { which: 'one of each kind', further: others.filter((format) => sample.has(format)), tags: [] },
    { which: 'all', further: others, tags: 'full' },
  ])
    it(`makes each a file that others read, and shares the frames of one coding: ${which}`, {
      tags,
    }, async () => {
      const accountId = await stack.account();
      const mix = await stack.upload(accountId, 'tone.wav', toneWav(seconds, 440));
      const document = { ...smallDocument(seconds, mix), markers: [{ id: 'm', time: 0.5, label: 'Second half' }] };
      const renderId = await admit(accountId, document, [
        ...further.map((format) => ({ format, quality: 'draft', resolution: 'full' }) as const),
        { format: 'chapters' },
      ]);
      const row = await stack.reaches(renderId, 'COMPLETED');
      const children = await stack.database.client.render.findMany({
        where: { parentId: renderId },
        orderBy: { outputIndex: 'asc' },
      });
      expect(children.map(({ format, status }) => [format, status])).toEqual(
        [...further, 'chapters'].map((format) => [format, 'COMPLETED']),
      );
      expect(row.outputs).toMatchObject([
        { index: 0, format: 'mp4', status: 'COMPLETED', url: row.url },
        ...children.map(({ format, url, fileSizeBytes }, place) => ({
          ...{ index: place + 1, format, url, status: 'COMPLETED', progress: 100, error: null },
          fileSizeBytes: Number(fileSizeBytes),
        })),
      ]);

      // A poster is a segment of one frame; the others show the frames of the PNG sequence.
      const rendered = { 'contact-sheet': 0, sprites: 0, webp: 0, 'jpeg-sequence': 0, poster: 1 };
      for (const [format, segments] of Object.entries(rendered)) {
        const child = children.find((one) => one.format === format);
        expect([format, (child?.totalSegments ?? 0) - (child?.reusedSegments ?? 0)]).toEqual([format, segments]);
        if (format === 'poster') expect(child?.totalSegments).toBe(1);
      }
      const chapters = await stack.exportBytes(children.at(-1)?.id ?? '');
      expect(chapters.toString()).toBe('WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nSecond half\n');
      if (hasProbe) for (const one of [row, ...children]) await judge(one.id, one.format);
    });

  it('puts captions and chapters into the file that asks for them, and renders no picture again for it', async () => {
    const accountId = await stack.account();
    const film = { ...smallDocument(seconds), markers: [{ id: 'm', time: 0.5, label: 'Second half' }] };
    const wish = { format: 'mp4', quality: 'draft', resolution: 'full' } as const;
    const texts = { captions: true, chapters: true };
    const renderId = await admit(accountId, film, [{ ...wish, texts }]);
    await stack.reaches(renderId, 'COMPLETED');
    const [child] = await stack.database.client.render.findMany({ where: { parentId: renderId } });
    expect(child).toMatchObject({ status: 'COMPLETED', profile: { texts } });
    const [plain, told] = [await stack.exportBytes(renderId), await stack.exportBytes(child?.id ?? '')];
    expect([plain.includes('chpl'), told.includes('chpl'), told.includes('Second half')]).toEqual([false, true, true]);
    await expect(admit(accountId, film, [{ ...wish, format: 'gif', texts }])).rejects.toThrow(
      /gif does not support captions/,
    );
  });

  it('makes a landscape and a portrait video in one render, and renders nothing of the first differently', async () => {
    const accountId = await stack.account();
    const film = smallDocument(seconds, await stack.upload(accountId, 'tone.wav', toneWav(seconds, 440)));
    const upright = { format: 'mp4', quality: 'draft', resolution: 'full', aspect: '9:16' } as const;
    const renderId = await admit(accountId, film, [upright, { ...upright, format: 'poster' }]);
    const row = await stack.reaches(renderId, 'COMPLETED');
    expect(row.outputs).toMatchObject([{ aspect: null }, { aspect: '9:16' }, { aspect: '9:16' }]);
    const children = await stack.database.client.render.findMany({
      where: { parentId: renderId },
      orderBy: { outputIndex: 'asc' },
    });
    expect([row, ...children].map(({ profile }) => profile)).toMatchObject([
      { width: 160, height: 90 },
      { width: 90, height: 160 },
      { width: 90, height: 160 },
    ]);
    if (hasProbe) for (const one of [row, ...children]) await judge(one.id, one.format);
    const again = await admit(accountId, film, []);
    const plain = await stack.reaches(again, 'COMPLETED');
    expect(plain.reusedSegments).toBe(plain.totalSegments);
    const wish = { ...upright, format: 'mp3' } as const;
    await expect(admit(accountId, film, [wish])).rejects.toThrow(/aspect 9:16 does not apply to mp3/);
  });

  it('fails with the output that cannot be made, names it, and gives the export back once', async () => {
    const accountId = await stack.account();
    const facts = {
      kind: 'audio',
      mimeType: 'audio/wav',
      width: null,
      height: null,
      durationSec: 2,
      fps: null,
    } as const;
    const bytes = Buffer.from('RIFF____WAVEthis is no sound');
    const { id: forged } = await stack.media(accountId, { ...facts, hasAudio: true }, bytes);
    const renderId = await admit(
      accountId,
      smallDocument(seconds, forged),
      [{ format: 'mp3', quality: 'draft', resolution: 'full' }],
      'gif',
    );
    const row = await stack.reaches(renderId, 'FAILED');
    expect(row.errorMsg).toMatch(/^Output 1 \(mp3\) failed: /);
    const account = await stack.database.client.account.findUniqueOrThrow({ where: { id: accountId } });
    expect(account.exportsUsed).toBe(0);
  });

  it('ends the outputs of a render that is cancelled', async () => {
    const accountId = await stack.account();
    const wish = { quality: 'high', resolution: 'full' } as const;
    const renderId = await admit(accountId, smallDocument(20), [{ format: 'webm', ...wish }]);
    await stack.client.cancel({ accountId, renderId });
    const child = await stack.database.client.render.findFirstOrThrow({ where: { parentId: renderId } });
    await stack.reaches(child.id, 'CANCELLED');
  });

  async function admit(accountId: string, document: Document, outputs: AdditionalOutput[], format: Format = 'mp4') {
    const id = `prj_${randomUUID()}`;
    const json = JSON.parse(JSON.stringify(document));
    await stack.database.client.project.create({ data: { id, accountId, name: 'test', document: json } });
    const options = { format, quality: 'draft', resolution: 'full', environment: 'live', outputs } as const;
    return (await stack.client.admit({ accountId, projectId: id, ...options })).render.id;
  }

  async function judge(renderId: string, format: string): Promise<void> {
    const wanted = found[format as Format];
    if (!wanted) return;
    const file = path.join(folder, `${format}.bin`);
    writeFileSync(file, await stack.exportBytes(renderId));
    const { status, stdout, stderr } = spawnSync('ffprobe', [
      ...[
        '-v',
        'warning',
        '-count_frames',
        '-show_entries',
        'format=duration:stream=codec_type,codec_name,codec_tag_string,nb_read_frames',
      ],
      ...['-of', 'json', file],
    ]);
    expect({ format, status, said: stderr.toString() }).toEqual({ format, status: 0, said: '' });
    const { streams, format: container } = JSON.parse(stdout.toString());
    const [image] = streams.filter(({ codec_type }: { codec_type: string }) => codec_type === 'video');
    const [audio] = streams.filter(({ codec_type }: { codec_type: string }) => codec_type === 'audio');
    const [codec, frames] = wanted.picture ?? [];
    expect({ format, codec: image?.codec_name, frames: image && Number(image.nb_read_frames) }).toEqual({
      ...{ format, codec },
      frames,
    });
    if (wanted.tag) expect(image.codec_tag_string).toBe(wanted.tag);
    expect({ format, sound: audio?.codec_name }).toEqual({ format, sound: wanted.sound });
    if (wanted.sound) expect(Math.abs(Number(container.duration) - seconds)).toBeLessThan(0.06);
  }
});
