import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { starters } from '@framemill/compositor/starters';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { decode } from '@framemill/testing/images';
import { makeNumberedVideo } from '@framemill/testing/numbered-video';
import { createDocument } from '@framemill/timeline';
import { afterAll, describe, expect, it } from 'vitest';
import { box, command, openRenderFolder, tone } from './render-folder.ts';

if (ffmpegMissing) console.warn(`render-command: parts skipped, ${ffmpegMissing}`);

const { folder, scratch, environment, render, project, close } = openRenderFolder();
afterAll(close);

// Each case starts processes of its own, on machines that may be busy with other suites.
describe('npm run render', () => {
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
    expect(stderr.match(/^Warning: Clip film \("corrupt-packets.mp4"\): .*last good frame/gm)).toHaveLength(1);
  });

  it.skipIf(ffmpegMissing)('copies a source that already is what is asked for, and mixes new sound beside it', () => {
    const film = join(folder, 'film-to-copy.mp4');
    const args = ['-c:v', 'libx264', '-bf', '2', '-colorspace', 'bt709', '-color_range', 'tv'];
    makeNumberedVideo(film, { frames: 60, rate: '30', args, width: 128, height: 72 });
    const clip = { ...box(2), id: 'film', type: 'video', src: 'film-to-copy.mp4', shape: undefined, kfX: undefined };
    const outPath = join(folder, 'copied.mp4');
    const images = (path: string) => ffmpeg(['-i', path, '-map', '0:v', '-f', 'hash', '-']).toString();
    const copied = render(project('copied.json', [clip]), '-o', outPath, '--quality', 'high');
    expect(copied.stdout).toMatch(/^copied into .*: 60 frames/);
    expect(images(outPath)).toBe(images(film));
    const scored = project('scored.json', [clip, { ...tone, src: 'sounds/tone.wav' }]);
    expect(render(scored, '-o', outPath, '--quality', 'high').stdout).toMatch(/^copied into .*: 60 frames/);
    expect(images(outPath)).toBe(images(film));
    const audio = ffprobe(['-select_streams', 'a', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', outPath]);
    expect(audio.trim()).toBe('aac');
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
    const options = ['--output', '--format', '--quality', '--resolution', '--slots', '--media', '--check', '--init'];
    for (const option of options) expect(stdout).toContain(option);
  });

  it.each([
    {
      args: ['slots.json', '-o', 'a.avi'],
      says: /must end with a format \(got "a\.avi"\).* one of mp4, webm, gif, .*sprites\./,
    },
    { args: ['empty.json', '-o', 'a.mp4'], says: /no clips/ },
    {
      args: ['unknown-source.json', '-o', 'a.mp4'],
      says: /unknown-source\.json:1:\d+: Clip tone plays missing.wav, but there is no file/,
    },
    { args: ['broken-source.json', '-o', 'a.mp4'], says: /Clip tone plays zero-byte.wav: .*empty/ },
    {
      args: ['folder-source.json', '-o', 'a.mp4'],
      says: /^Error: .*:1:\d+: Clip tone plays sounds: This file is a folder\./,
    },
    {
      args: ['no-picture.json', '-o', 'a.mp4'],
      says: /^Error: no-picture\.json:1:\d+: Clip tone is an image clip, but/m,
    },
    {
      args: ['no.json', '-o', 'a.mp4'],
      says: /^Error: no\.json:2:1: The file is not JSON: Expected ',' or '\]'/,
    },
    {
      args: ['slots.json', '-o', 'no-such-folder/a.mp4'],
      says: /^Error: The output folder .*no-such-folder does not/,
    },
    {
      args: ['slots.json', '-o', 'a.mp4', '--nope'],
      says: /^Unknown option '--nope'\. Use --output, .* See --help\.$/m,
    },
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
    // 2: the command line is wrong; 1: what it names is.
    expect(status).toBe(/See --help/.test(stderr) ? 2 : 1);
    expect(existsSync(join(folder, 'a.mp4'))).toBe(false);
  });

  for (const { name } of starters)
    it(
      `writes the starter ${name}, which is in order and renders as it is`,
      {
        tags: ['smallest', 'captions'].includes(name) ? [] : 'full',
      },
      () => expectStarter(name),
    );

  function expectStarter(name: string): void {
    const written = render('--init', name);
    expect([written.status, written.stderr]).toEqual([0, '']);
    const file = join(name, 'project.json');
    expect(written.stdout).toContain(`framemill render ${file} -o ${join(name, `${name}.mp4`)}`);
    expect(render('--check', file).stdout).toMatch(
      /^project\.json: \d+ clips?, [\d.]+ s; 0 errors, 0 warnings, 0 notes\n$/,
    );
    const outPath = join(folder, name, `${name}.mp4`);
    const { status, stderr } = render(file, '-o', outPath, '--quality', 'draft', '--resolution', 'half');
    expect([status, stderr.includes('Error')]).toEqual([0, false]);
    expect(existsSync(outPath)).toBe(true);
    expect(render('--init', name)).toMatchObject({ status: 1, stderr: expect.stringMatching(/is not empty/) });
  }

  it('lays a film out again for another aspect ratio, and says where there is none', async () => {
    const file = join('upright', 'project.json');
    expect(render('--init', 'smallest', 'upright').status).toBe(0);
    const outPath = join(folder, 'upright', 'frame.jpg');
    expect(render(file, '-o', outPath, '--aspect', '9:16').status).toBe(0);
    const { width, height } = await decode(outPath);
    expect(height / width).toBeCloseTo(16 / 9, 1);
    const wrong = [
      render(file, '-o', 'a.mp3', '--aspect', '9:16'),
      render(file, '-o', 'a.mp4', '--aspect', '3:2'),
      render(file, '-o', 'a.jpg', '--format', 'contact-sheet', '--aspect', '9:16'),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([2, 2, 2]);
    expect(wrong.map(({ stderr }) => /--aspect.*(mp3|3:2|contact-sheet)/.test(stderr))).toEqual([true, true, true]);
  });

  it('knows its starters by name', () => {
    expect(render('--init', 'film').stderr).toMatch(/There is no starter "film"\. Use one of smallest, promo/);
  });

  it('checks a file: every error and what is probably not meant, with line and column', () => {
    const clips = [
      '{ "id": "a", "type": "shape", "start": -1, "duration": 1, "trackIndex": 0, "shape": { "kind": "star" } }',
      '{ "id": "b", "type": "text", "start": 0, "duration": 1, "trackIndex": 2, "textStyle": { "contents": "Hi" } }',
      '{ "id": "c", "type": "video", "src": "gone.mp4", "start": 0, "duration": 1, "trackIndex": 0 }',
    ];
    const file = (name: string, used: string[]) => {
      const { tracks, settings } = createDocument({ width: 128, height: 72 });
      const head = `"version": 2, "settings": ${JSON.stringify(settings)}, "tracks": ${JSON.stringify(tracks)},`;
      writeFileSync(join(folder, name), `{ ${head}\n"clips": [\n${used.join(',\n')}\n] }\n`);
      return render('--check', name);
    };
    const wrong = file('wrong.json', clips);
    expect(wrong.status).toBe(1);
    expect(wrong.stdout.split('\n')).toEqual([
      expect.stringMatching(/^wrong\.json:3:\d+: error: clips\[0\]\.start must be 0 to 86400 \(got -1\)\.$/),
      expect.stringMatching(/^wrong\.json:4:\d+: error: clips\[1\]\.textStyle/),
      'wrong.json; 2 errors, 0 warnings, 0 notes',
      '',
    ]);
    expect(file('lost.json', clips.slice(2)).stdout).toMatch(
      /^lost\.json:3:\d+: error: Clip c plays gone\.mp4, but there is no file .*\n.*1 error, /,
    );
    const large = clips[1]?.replace('"contents": "Hi"', '"content": "Far too large", "fontSize": 400') ?? '';
    const cramped = file('cramped.json', [large]);
    expect(cramped.status).toBe(0);
    expect(cramped.stdout).toMatch(/^cramped\.json:3:1: warning: Text b leaves the canvas\./m);
  });

  it('renders commands, and says of each that fails where it stands', () => {
    const add = '{ "op": "addShapeClip", "kind": "star", "start": 0, "duration": 0.5 }';
    const write = (name: string, ...commands: string[]) => {
      writeFileSync(join(folder, name), `{ "commands": [\n${commands.join(',\n')}\n] }`);
      return name;
    };
    const size = '{ "op": "setProjectSettings", "width": 128, "height": 72 }';
    const made = render(write('made.json', size, add), '-o', 'made.mp4', '--quality', 'draft');
    expect([made.status, made.stdout]).toEqual([0, expect.stringMatching(/^rendered made\.mp4: 15 frames/)]);
    const music = '{ "op": "addClip", "type": "audio", "src": "none.wav", "start": 0, "duration": 1, "trackIndex": 3 }';
    const file = write('failing.json', add, music, '{ "op": "splitClip", "clipId": "clip-9", "at": 1 }');
    expect(render(file, '-o', 'failing.mp4').stderr).toMatch(
      /^Error: failing\.json:3:\d+: commands\[1\] addClip names none\.wav, but there is no file/,
    );
    const checked = render('--check', file);
    expect(checked.status).toBe(1);
    expect(checked.stdout).toMatch(/^failing\.json:3:\d+: error: commands\[1\] addClip names none\.wav/m);
    expect(checked.stdout).toMatch(/^failing\.json:4:1: error: commands\[2\] splitClip: .*clip-9/m);
  });

  it('renders a project of the API, whose media is named by id', () => {
    const wrap = (document: object) => ({ project: { id: 'prj_1', name: 'Film', document } });
    const file = project('exported.json', [box(0.5), { ...tone, src: 'med_tone', duration: 0.5 }], wrap);
    expect(render(file, '-o', 'exported.mp4').stderr).toMatch(
      /exported\.json:1:\d+: Clip tone plays med_tone, which is stored on a service\. Name its local file with --media med_tone=<file>/,
    );
    const args = ['-o', join(folder, 'exported.mp4'), '--quality', 'draft', '--media', 'med_tone=sounds/tone.wav'];
    expect(render(file, ...args)).toMatchObject({ status: 0 });
  });

  it('measures the sound of sources when a command asks for it', () => {
    const music = { op: 'addClip', type: 'audio', src: 'sounds/tone.wav', start: 0, duration: 2, trackIndex: 3 };
    const commands = [music, { op: 'normalizeAudio', clipIds: ['clip-1'] }];
    writeFileSync(join(folder, 'level.json'), JSON.stringify({ commands }));
    expect(render('--check', 'level.json')).toMatchObject({ status: 0, stderr: '' });
  });

  it('cleans up when it is interrupted', async () => {
    const file = project('long.json', [box(600)]);
    const running = spawn(process.execPath, [command, 'render', file, '-o', join(folder, 'long.mp4')], {
      cwd: folder,
      env: environment,
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
