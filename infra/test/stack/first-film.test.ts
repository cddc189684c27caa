import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Json } from '@framemill/testing/api-client';
import { suiteFolder } from '@framemill/testing/folders';
import { type OwnService, startService } from '@framemill/testing/service';
import { ffprobe } from '@framemill/testing/video-judge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaFolder, sampleFiles } from '../../bootstrap/sample/run-sample.ts';
import { hasSpeech } from '../../bootstrap/setup/optional-programs.mjs';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const missing = [
  ...(hasSpeech() ? [] : ['espeak-ng or pocketsphinx']),
  ...(spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0 ? [] : ['curl']),
];
if (missing.length > 0) process.stderr.write(`skipped: the README's five commands need ${missing.join(' and ')}\n`);

describe.skipIf(missing.length > 0)("the README's five commands", () => {
  let service: OwnService;
  const folder = suiteFolder();
  let answers: Json;

  beforeAll(async () => {
    service = await startService({ slots: 2 });
    for (const { file } of sampleFiles) await service.upload(join(mediaFolder, file));
    answers = await runReadme(service, folder);
  }, 400_000);
  afterAll(async () => {
    await service?.stop();
  });

  const clipsOf = async () => {
    const { body } = await service.send('GET', `/v1/projects/${answers.PROJECT}?view=document`);
    return body.project.document;
  };

  it('plan every part of the message', () => {
    const [planned] = answers.printed;
    expect(planned).toMatchObject({ planner: 'heuristic', applied: true, unresolved: [] });
    expect(planned.results.filter((result: Json) => !result.ok)).toEqual([]);
  });

  it('leave nothing for lint to say', () => {
    expect(answers.printed.map(({ lint }: Json) => lint)).toEqual([[], []]);
  });

  it('speak, and lay every word of the script out as captions, in order, within the voice', async () => {
    const voice: Json = JSON.parse(answers.VOICE);
    const words: Json[] = JSON.parse(answers.WORDS);
    expect(voice).toMatchObject({ kind: 'audio', status: 'READY' });
    expect(words.map(({ text }) => text).join(' ')).toBe(answers.SCRIPT);
    for (const [index, { start, end }] of words.entries()) {
      expect(start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
      expect(end).toBeLessThanOrEqual(voice.durationSec);
    }
    const { clips } = await clipsOf();
    const captions = clips.filter(({ isCaption }: Json) => isCaption);
    expect(
      captions
        .map(({ textStyle }: Json) => textStyle.content)
        .join(' ')
        .replaceAll('\n', ' '),
    ).toBe(answers.SCRIPT);
  });

  it('align the words, and do not only spread them', async () => {
    const voice: Json = JSON.parse(answers.VOICE);
    const asked = { mediaId: voice.id, script: answers.SCRIPT };
    const { status, body } = await service.send('POST', '/v1/ai/transcriptions', asked);
    expect(status).toBe(200);
    expect(body).toMatchObject({ provider: 'pocketsphinx', credits: { charged: 0 } });
    const spread = await service.send('POST', '/v1/ai/transcriptions', { ...asked, durationSec: voice.durationSec });
    expect(spread.body.provider).toBe('script');
    expect(spread.body.words).not.toEqual(body.words);
    const german = await service.send('POST', '/v1/ai/transcriptions', { ...asked, language: 'de' });
    expect(german.body.provider).toBe('script');
  });

  const sentence = 'He smiled and said that good things are worth the wait.';
  for (const { what, spoken, least, tags } of [
    { what: 'a sentence', spoken: sentence, least: 3, tags: [] },
    { what: 'the voice of the film', spoken: null, least: 5, tags: 'full' },
  ])
    it(`write down what is said without a script, and say who did it: ${what}`, {
      tags,
      timeout: 240_000,
    }, async () => {
      const voice: Json =
        spoken === null
          ? JSON.parse(answers.VOICE)
          : (await service.send('POST', '/v1/ai/speech', { text: spoken })).body.media;
      const { status, body } = await service.send('POST', '/v1/ai/transcriptions', { mediaId: voice.id });
      expect(status).toBe(200);
      expect(body).toMatchObject({ provider: 'pocketsphinx', language: 'en', credits: { charged: 1 } });
      expect(body.words.length).toBeGreaterThan(least);
      const french = { mediaId: voice.id, language: 'fr' };
      expect((await service.send('POST', '/v1/ai/transcriptions', french)).status).toBe(501);
    });

  it('duck the music under the voice', async () => {
    const results = answers.printed[1].results;
    expect(results.filter((result: Json) => !result.ok)).toEqual([]);
    const { clips } = await clipsOf();
    const voice: Json = JSON.parse(answers.VOICE);
    const music = clips.find(({ type, src }: Json) => type === 'audio' && src !== voice.id);
    expect(Math.min(...music.kfVolume.map(({ value }: Json) => value))).toBeCloseTo(0.6 * 10 ** (-12 / 20), 2);
    expect(music.fadeOut).toBeGreaterThan(0);
  });

  it('render a film that an independent reader finds whole', async () => {
    const render = await service.finished(answers.RENDER);
    expect(render).toMatchObject({ status: 'COMPLETED', error: null });
    const file = join(folder, 'film.mp4');
    const bytes = await fetch(render.url.startsWith('http') ? render.url : `${service.apiHost}${render.url}`);
    await writeFile(file, Buffer.from(await bytes.arrayBuffer()));
    expect(await ffprobe(file)).toMatchObject({
      width: 1080,
      height: 1920,
      frames: 360,
      audioCodec: 'aac',
      warnings: '',
    });
    // A second without motion: a clip that is longer than its footage.
    const freezes = ['-vf', 'freezedetect=noise=0.0001:duration=1', '-f', 'null', '-'];
    const { stderr } = await run('ffmpeg', ['-i', file, ...freezes]);
    expect(stderr.match(/freeze_start: [\d.]+/g)).toBeNull();
    // For people: `npm test` leaves it here to be looked at.
    const output = join(root, 'infra/test-output');
    await mkdir(output, { recursive: true });
    await run('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      file,
      '-vf',
      'fps=1,scale=270:-2,tile=6x2',
      '-frames:v',
      '1',
      join(output, 'first-film.png'),
    ]);
  });
});

/**
 * Runs the commands of the README unchanged, apart from the host and key of this service. Returns the variables of the
 * script and the output of calls 1 and 4.
 */
async function runReadme(service: OwnService, folder: string): Promise<Json> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const block = /<!-- five commands -->\s*```sh\n([\s\S]*?)```/.exec(readme)?.[1];
  if (block === undefined) throw new Error('The README has no five commands.');
  const script = block
    .replace(/^KEY=.*$/m, `KEY=${service.demo.liveKey}`)
    .replace(/^API=.*$/m, `API=${service.apiHost}/v1`)
    .replaceAll(/^post /gm, 'echo; post ');
  const names = ['PROJECT', 'SCRIPT', 'VOICE', 'WORDS', 'RENDER'];
  const file = join(folder, 'commands.sh');
  const tell = names.map((name) => `printf '%s' "$${name}" > "${join(folder, name)}"`);
  await writeFile(file, ['set -euo pipefail', script, ...tell].join('\n'));
  const { stdout } = await run('bash', [file], {
    env: { ...process.env, PATH: `${process.env.PATH}` },
    maxBuffer: 1 << 26,
  });
  const values = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const printed = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  return { printed, ...Object.fromEntries(names.map((name, index) => [name, values[index]])) };
}
