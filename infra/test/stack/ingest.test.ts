import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Json } from '@framemill/testing/api-client';
import { ffmpeg, ffmpegSpeaks } from '@framemill/testing/ffmpeg';
import { suiteFolder } from '@framemill/testing/folders';
import { type OwnService, startService } from '@framemill/testing/service';
import { frameOf } from '@framemill/testing/video-judge';
import { wavFile } from '@framemill/testing/wav';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

if (!ffmpegSpeaks) console.log('skipped: ducking under a voice (this ffmpeg has no voices, filter flite)');

describe('media that was uploaded', () => {
  let service: OwnService;
  const folder = suiteFolder();

  beforeAll(async () => {
    service = await startService({ slots: 1 });
  });

  afterAll(async () => {
    await service?.stop();
  });

  const measured = async ({ id }: Json): Promise<Json> =>
    vi.waitFor(
      async () => {
        const { media } = (await service.send('GET', `/v1/media/${id}`)).body;
        expect(media.ingest).toMatchObject({ sound: 'READY', error: null });
        return media;
      },
      { timeout: 100_000, interval: 100 },
    );

  const projectOf = async (...clips: object[]): Promise<{ id: string; clipIds: string[] }> => {
    const commands = clips.map((clip) => ({ op: 'addClip', type: 'audio', start: 0, trackIndex: 3, ...clip }));
    const { body } = await service.send('POST', '/v1/projects', { name: 'Sound', commands });
    return { id: body.project.id, clipIds: body.results.map((result: Json) => result.data.clipId) };
  };
  const run = async (projectId: string, command: object): Promise<Json> =>
    (await service.send('POST', `/v1/projects/${projectId}/commands`, { commands: [command] })).body.results[0];

  it('loses its silences and comes to a loudness by commands', async () => {
    const path = join(folder, 'pauses.wav');
    // A tone from 0 to 2 s and from 5 to 7 s, silence between and after.
    await writeFile(
      path,
      wavFile(8, (sec) => (sec < 2 || (sec >= 5 && sec < 7) ? 0.1 * Math.sin(2 * Math.PI * 997 * sec) : 0)),
    );
    const uploaded = await service.upload(path);
    expect(uploaded).toMatchObject({ status: 'READY', kind: 'audio' });
    expect(['PROCESSING', 'READY']).toContain(uploaded.ingest.sound);
    const media = await measured(uploaded);
    const waveform: Json = await (await fetch(`${service.apiHost}${media.waveformUrl}`)).json();
    expect(waveform).toMatchObject({ durationSec: 8, peaksPerSec: 20 });
    expect([waveform.peaks[10], waveform.peaks[70], waveform.peaks[120]]).toEqual([0.1, 0, 0.1]);

    const { id, clipIds } = await projectOf({ src: media.id, duration: 8, mediaDuration: 8 });
    const normalized = await run(id, { op: 'normalizeAudio', targetLufs: -14 });
    // A sine of -20 dBFS on both sides has -20 LUFS; the pauses are gated out.
    expect(normalized.data.gains[0].gainDb).toBeCloseTo(6, 0);
    const trimmed = await run(id, { op: 'trimSilence', clipId: clipIds[0], padding: 0 });
    expect(trimmed.data.removedSec).toBeCloseTo(4, 0);
    const { project } = (await service.send('GET', `/v1/projects/${id}`)).body;
    expect(project.clips).toHaveLength(2);
    expect(project.durationSec).toBeCloseTo(4, 0);
  });

  it.skipIf(!ffmpegSpeaks)('is lowered under a voice', async () => {
    const voice = join(folder, 'voice.wav');
    const text = 'First you upload your pictures. Then you place them on tracks. Finally the film is made.';
    const spoken = `flite=text='${text}':voice=slt,aresample=48000,adelay=3000,apad=pad_dur=4`;
    ffmpeg(['-f', 'lavfi', '-i', spoken, voice]);
    const music = join(folder, 'music.wav');
    const chord = (sec: number) =>
      [220, 277, 330].reduce((sum, hertz) => sum + 0.1 * Math.sin(2 * Math.PI * hertz * sec), 0);
    await writeFile(music, wavFile(14, chord));
    const [talk, song] = [await measured(await service.upload(voice)), await measured(await service.upload(music))];
    const { id, clipIds } = await projectOf(
      { src: talk.id, duration: talk.durationSec, mediaDuration: talk.durationSec },
      { src: song.id, duration: 14, mediaDuration: 14, trackIndex: 0, type: 'audio' },
    );
    const ducked = await run(id, { op: 'autoDuck' });
    expect(ducked).toMatchObject({ ok: true, data: { clipIds: [clipIds[1]] } });
    const { clips } = (await service.send('GET', `/v1/projects/${id}?view=document`)).body.project.document;
    const volume = clips.find((clip: Json) => clip.id === clipIds[1]).kfVolume;
    expect(volume.some((keyframe: Json) => keyframe.value < 0.3 && keyframe.time > 2.9)).toBe(true);
    expect(volume.every((keyframe: Json) => keyframe.time > 2.5)).toBe(true);
  });

  it('as a subtitle file becomes captions', async () => {
    const path = join(folder, 'film.srt');
    await writeFile(path, '\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\nGrüße <i>aus</i> Wien\r\n');
    const media = await service.upload(path);
    expect(media).toMatchObject({
      status: 'READY',
      kind: 'subtitle',
      mimeType: 'application/x-subrip',
      name: 'film.srt',
    });
    expect(media.url).toMatch(/^\/uploads\/med_[0-9a-f]{32}\.srt$/);
    expect((await fetch(`${service.apiHost}${media.url}`)).headers.get('content-type')).toBe('application/x-subrip');
    for (const src of [media.id, media.url]) {
      const { body } = await service.send('POST', '/v1/projects', {
        name: 'Captions',
        commands: [{ op: 'importSubtitles', src }],
      });
      expect(body.results[0]).toMatchObject({ ok: true });
      const { clips } = (await service.send('GET', `/v1/projects/${body.project.id}?view=document`)).body.project
        .document;
      expect(clips).toMatchObject([{ start: 1, duration: 1.5, textStyle: { content: 'Grüße aus Wien' } }]);
    }
    await writeFile(path, '1\n00:00:01,000 --> soon\nHi\n');
    await expect(service.upload(path)).rejects.toThrow(/400 .*line 2: .*is not a time/);
  });

  it('as an animation has a poster, and is drawn with the values of its slots', async () => {
    const path = join(folder, 'intro.json');
    const color = { a: 0, k: [1, 0, 0, 1] };
    const box = { ty: 'rc', s: { a: 0, k: [64, 64] }, p: { a: 0, k: [32, 32] }, r: { a: 0, k: 0 } };
    const fill = { ty: 'fl', c: { sid: 'accent', ...color }, o: { a: 0, k: 100 } };
    const layers = [{ ty: 4, ip: 0, op: 60, st: 0, ks: {}, shapes: [box, fill] }];
    const lottie = { v: '5.9.0', fr: 30, ip: 0, op: 60, w: 64, h: 64, layers, slots: { accent: { p: color } } };
    await writeFile(path, JSON.stringify(lottie));
    const media = await service.upload(path);
    expect(media).toMatchObject({
      ...{ status: 'READY', kind: 'animation', mimeType: 'video/lottie+json', width: 64, durationSec: 2 },
      ...{ slots: [{ id: 'accent', type: 'color', value: '#ff0000' }], warnings: [] },
    });
    const { body } = await service.send('POST', '/v1/projects', {
      name: 'Intro',
      commands: [
        { op: 'setProjectSettings', width: 64, height: 64, fps: 10 },
        { op: 'addClip', type: 'video', src: media.id, start: 0, duration: 1 },
      ],
    });
    const patch = { slots: { accent: '{{brand}}' } };
    const filled = await run(body.project.id, { op: 'updateClip', clipId: body.results[1].data.clipId, patch });
    expect(filled).toMatchObject({ ok: true });
    const rendered = join(folder, 'intro.mp4');
    const variables = { brand: '#00ff00' };
    await service.render({ projectId: body.project.id, format: 'mp4', variables }, rendered);
    const [red = 255, green = 0] = await frameOf(rendered, 5, 'scale=1:1:flags=area', 'rgb24');
    expect([red < 60, green > 200], `${red}, ${green}`).toEqual([true, true]);
    await expect
      .poll(async () => (await service.send('GET', `/v1/media/${media.id}`)).body.media.posterUrl)
      .not.toBe(null);
    await writeFile(path, JSON.stringify(lottie).slice(0, -9));
    await expect(service.upload(path)).rejects.toThrow(/400 .*it is damaged or cut off/);
  });

  it('as a font has the name of its family, unless the caller names it', async () => {
    const path = join(folder, 'anton.ttf');
    await copyFile(bundledFont('anton', '400Regular/Anton_400Regular.ttf'), path);
    const font = await service.upload(path);
    expect(font).toMatchObject({ status: 'READY', kind: 'font', mimeType: 'font/ttf', name: 'Anton', width: null });
    expect(font.url).toMatch(/^\/uploads\/med_[0-9a-f]{32}\.ttf$/);
    const file = await fetch(`${service.apiHost}${font.url}`);
    expect([file.headers.get('content-type'), file.headers.get('access-control-allow-origin')]).toEqual([
      'font/ttf',
      '*',
    ]);
    const named = join(folder, 'Headlines');
    await copyFile(bundledFont('bebas-neue', '400Regular/BebasNeue_400Regular.ttf'), named);
    expect(await service.upload(named)).toMatchObject({ kind: 'font', name: 'Headlines' });
    await writeFile(path, (await readFile(named)).subarray(0, 2_000));
    await expect(service.upload(path)).rejects.toThrow(/400 .*font cannot be used/);
  });

  it('as a font is what texts and masks are set in, in the lint, the preview, the page and the render', async () => {
    const path = join(folder, 'brand.ttf');
    await copyFile(bundledFont('anton', '400Regular/Anton_400Regular.ttf'), path);
    const font = await service.upload(path);
    const text = (fontFamily: string, more: object = {}) => ({
      ...{ op: 'addTextClip', text: 'FJORD', start: 0, duration: 1 },
      style: { fontFamily, fontSize: 110, color: '#ffffff', ...more },
    });
    const project = async (fontFamily: string) => {
      const settings = { op: 'setProjectSettings', width: 320, height: 180, fps: 30 };
      const { status, body } = await service.send('POST', '/v1/projects', {
        name: 'Brand',
        commands: [settings, text(fontFamily)],
      });
      return { status, body, id: body.project?.id };
    };
    const image = async (id: string, name: string) => {
      const headers = { authorization: `Bearer ${service.demo.liveKey}` };
      const answer = await fetch(`${service.apiHost}/v1/projects/${id}/preview?format=image`, { headers });
      const file = join(folder, `${name}.jpg`);
      await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
      const html = await fetch(`${service.apiHost}/v1/projects/${id}/preview?format=html`, { headers });
      return { pixels: await frameOf(file, 0, 'null', 'gray'), html: await html.text(), file };
    };
    const [plain, bundled] = [await project('Inter'), await project('Anton')];
    const [inInter, inAnton] = [await image(plain.id, 'inter'), await image(bundled.id, 'anton')];
    for (const src of [font.id, font.url]) {
      const own = await project(src);
      expect(own.body.results[1]).toMatchObject({ ok: true });
      // Anton is narrow: in Inter these words would leave the canvas.
      expect(JSON.stringify(plain.body.lint)).toContain('leaves the canvas');
      expect(JSON.stringify(own.body.lint)).not.toContain('leaves the canvas');
      const shown = await image(own.id, 'own');
      expect(shown.pixels).toEqual(inAnton.pixels);
      expect(shown.pixels).not.toEqual(inInter.pixels);
      expect(shown.html).toContain(`src:url("${font.url}") format("truetype")`);
      const rendered = join(folder, 'own.mp4');
      await service.render({ projectId: own.id, format: 'mp4' }, rendered);
      await service.render({ projectId: bundled.id, format: 'mp4' }, join(folder, 'anton.mp4'));
      expect(await frameOf(rendered, 0, 'null', 'gray')).toEqual(
        await frameOf(join(folder, 'anton.mp4'), 0, 'null', 'gray'),
      );
    }
    for (const [src, message] of [
      [`med_${'0'.repeat(32)}`, 'is not media of this account. Upload a font and use its id or url.'],
      [`${font.url}x`, 'is not media of this account'],
    ] as const) {
      const { body } = await project(src);
      expect(body.results?.[1] ?? body, src).toMatchObject({ ok: false, error: expect.stringContaining(message) });
    }
  });

  it('of every kind is shown and heard in a render', async () => {
    const image = ['-f', 'lavfi', '-i', 'color=red:s=64x64:r=10:d=1'];
    const audio = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=1'];
    const still = ['-frames:v', '1', '-update', '1'];
    const files: [name: string, mimeType: string, args: string[]][] = [
      ['still.png', 'image/png', [...image, ...still]],
      ['still.jpg', 'image/jpeg', [...image, ...still]],
      ['still.webp', 'image/webp', [...image, ...still]],
      ['still.tiff', 'image/tiff', [...image, ...still]],
      ['still.bmp', 'image/bmp', [...image, ...still]],
      ['moving.gif', 'image/gif', [...image, '-vf', "hue=b='0.1*mod(n,2)'"]],
      ['moving.apng', 'image/apng', [...image, '-vf', "hue=b='0.1*mod(n,2)'"]],
      ['film.mp4', 'video/mp4', [...image, '-pix_fmt', 'yuv420p']],
      ['film.mov', 'video/quicktime', [...image, '-c:v', 'mjpeg', '-q:v', '2']],
      ['film.mkv', 'video/x-matroska', [...image, '-pix_fmt', 'yuv420p']],
      ['film.webm', 'video/webm', [...image, '-c:v', 'libvpx', '-b:v', '1M']],
      ['film.avi', 'video/x-msvideo', [...image, '-c:v', 'mpeg4', '-q:v', '2']],
      ['film.ts', 'video/mp2t', [...image, '-pix_fmt', 'yuv420p']],
      ['film.mpg', 'video/mpeg', [...image, '-r', '25', '-q:v', '2']],
      ['film.flv', 'video/x-flv', [...image, '-c:v', 'flv', '-q:v', '2']],
      ['film.wmv', 'video/x-ms-asf', [...image, '-c:v', 'wmv2', '-q:v', '2']],
      ['sound.wav', 'audio/wav', audio],
      ['sound.mp3', 'audio/mpeg', audio],
      ['sound.aac', 'audio/aac', [...audio, '-c:a', 'aac']],
      ['sound.m4a', 'audio/mp4', [...audio, '-c:a', 'aac']],
      ['sound.ogg', 'audio/ogg', [...audio, '-c:a', 'libopus']],
      ['sound.flac', 'audio/flac', audio],
      ['sound.aiff', 'audio/aiff', audio],
      ['sound.caf', 'audio/x-caf', audio],
      ['sound.ac3', 'audio/ac3', audio],
      ['sound.eac3', 'audio/eac3', audio],
      ['sound.wv', 'audio/x-wavpack', audio],
      ['sound.wma', 'audio/x-ms-asf', audio],
    ];
    const commands: object[] = [{ op: 'setProjectSettings', width: 64, height: 64, fps: 10 }];
    const drawing = join(folder, 'logo.svg');
    const svg = (inside: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${inside}<rect width="64" height="64" ` +
      'fill="#f00"/></svg>';
    await writeFile(drawing, svg('<script>while (true) {}</script>'));
    commands.push(clipOf(await service.upload(drawing), 0));
    for (const [index, [name, mimeType, args]] of files.entries()) {
      const path = join(folder, name);
      ffmpeg([...args, path]);
      const media = await service.upload(path);
      expect([name, media.status, media.mimeType]).toEqual([name, 'READY', mimeType]);
      commands.push(clipOf(media, index + 1));
    }
    const { body } = await service.send('POST', '/v1/projects', { name: 'All kinds', commands });
    expect(body.results.filter((result: Json) => !result.ok)).toEqual([]);
    const rendered = join(folder, 'kinds.mp4');
    await service.render({ projectId: body.project.id, format: 'mp4' }, rendered);
    const audible = files.findIndex(([, mimeType]) => mimeType.startsWith('audio/')) + 1;
    for (let second = 0; second < audible; second += 1) {
      const [red = 0, green = 255] = await frameOf(rendered, second * 10 + 5, 'scale=1:1:flags=area', 'rgb24');
      expect([red > 200, green < 60], `second ${second}: ${red}, ${green}`).toEqual([true, true]);
    }
    const samples = ffmpeg(['-i', rendered, '-f', 'f32le', '-ac', '1', '-ar', '8000', '-']);
    for (let second = audible; second <= files.length; second += 1) {
      const loudest = Math.max(
        ...Array.from({ length: 400 }, (_, k) => samples.readFloatLE((second * 8000 + 4000 + k) * 4)),
      );
      expect(loudest, `second ${second}`).toBeGreaterThan(0.05);
    }
    for (const [what, inside] of [
      ['outside', '<image href="http://127.0.0.1/secret.png" width="9" height="9"/>'],
      ['imports', '<style>@import "http://127.0.0.1/a.css";</style>'],
      ['in it|outside', '<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'],
    ] as const) {
      await writeFile(drawing, svg(inside));
      await expect(service.upload(drawing)).rejects.toThrow(new RegExp(`400 .*${what}`));
    }
  });

  it('as a .cube file colours a clip in the preview and in the render', async () => {
    const cube = join(folder, 'swapped.cube');
    // Red and blue change places: the table runs through red first.
    const rows = [0, 1].flatMap((b) => [0, 1].flatMap((g) => [0, 1].map((r) => `${b} ${g} ${r}`)));
    await writeFile(cube, `LUT_3D_SIZE 2\n${rows.join('\n')}\n`);
    const lut = await service.upload(cube);
    expect(lut).toMatchObject({ status: 'READY', kind: 'lut' });
    const commands = [
      { op: 'setProjectSettings', width: 64, height: 64, fps: 30 },
      {
        op: 'addShapeClip',
        kind: 'rectangle',
        start: 0,
        duration: 1,
        style: { fill: '#ff0000', width: 64, height: 64 },
      },
    ];
    const { body } = await service.send('POST', '/v1/projects', { name: 'Look', commands });
    const { clipId } = body.results[1].data;
    const graded = await run(body.project.id, { op: 'setColorGrade', clipId, grade: { lut: { src: lut.id } } });
    expect(graded).toMatchObject({ ok: true });
    const preview = await fetch(`${service.apiHost}/v1/projects/${body.project.id}/preview?format=image`, {
      headers: { authorization: `Bearer ${service.demo.liveKey}` },
    });
    const previewed = join(folder, 'preview.jpg');
    await writeFile(previewed, new Uint8Array(await preview.arrayBuffer()));
    const rendered = join(folder, 'graded.mp4');
    await service.render({ projectId: body.project.id, format: 'mp4' }, rendered);
    for (const file of [previewed, rendered]) {
      const [red = 255, green = 255, blue = 0] = await frameOf(file, 0, 'scale=1:1:flags=area', 'rgb24');
      expect(Math.max(red, green), file).toBeLessThan(16);
      expect(blue, file).toBeGreaterThan(239);
    }
  });
});

/** Returns a command that adds a clip of a media file for one second, from `start` (seconds of the project) on. */
function clipOf({ id, kind }: Json, start: number): object {
  return { op: 'addClip', type: kind, src: id, start, duration: 1, trackIndex: kind === 'audio' ? 3 : 0 };
}

function bundledFont(family: string, file: string): string {
  const resolve = createRequire(new URL('../../../compositor/package.json', import.meta.url)).resolve;
  return join(dirname(resolve(`@expo-google-fonts/${family}/package.json`)), file);
}
