import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { startFileServer } from '@framemill/testing/local-server';
import { beforeAll, describe, expect, it } from 'vitest';
import { multipartForm } from './multipart-form.ts';
import { startServedApi } from './shared-api.ts';
import type { Answer } from './start-api.ts';

const command = path.join(import.meta.dirname, '../../cli/src/main.ts');

describe('npm run render -- --api', () => {
  const api = forSuite(startServedApi);
  let address: string;
  const folder = suiteFolder();
  let keyFile: string;
  const account = forSuite(() => api.account());
  beforeAll(async () => {
    address = await api.app.listen({ host: '127.0.0.1', port: 0 });
    keyFile = path.join(folder, 'key');
    await writeFile(keyFile, `${account.key}\n`);
  });

  /** Sends a request to the API over HTTP, as clients do, and returns the JSON response. */
  async function ask(method: string, target: string, body?: object): Promise<Answer['body']> {
    const answer = await fetch(`${address}${target}`, {
      method,
      headers: {
        authorization: `Bearer ${account.key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  }

  async function upload(name: string): Promise<{ id: string; url: string }> {
    const data = await readFile(path.join(import.meta.dirname, '../fixtures', name));
    const { payload, headers } = multipartForm({ name, data });
    const answer = await fetch(`${address}/v1/media/uploads`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${account.key}` },
      body: new Uint8Array(payload),
    });
    const { media }: Answer['body'] = await answer.json();
    const read = async () => (await ask('GET', `/v1/media/${media.id}`)).media;
    await expect.poll(async () => (await read()).status).toBe('READY');
    return { id: media.id, url: (await read()).url };
  }

  async function newProject(...commands: object[]): Promise<string> {
    const settings = { op: 'setProjectSettings', width: 128, height: 72, fps: 30 };
    const made = await ask('POST', '/v1/projects', { name: 'Fetched', commands: [settings, ...commands] });
    expect(made.results.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    return made.project.id;
  }

  async function render(...args: string[]) {
    const scratch = await mkdtemp(path.join(folder, 'scratch-'));
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, TMPDIR: scratch, XDG_CACHE_HOME: path.join(folder, 'cache') };
    const child = spawn(process.execPath, [command, 'render', ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    // What was fetched goes with the command.
    expect(await readdir(scratch)).toEqual([]);
    return { code, out, err };
  }

  const service = () => ['--api', address, '--key-file', keyFile];

  it('renders a project of a running API here, with its media by id and by address', async () => {
    const [still, audio] = [await upload('sample.png'), await upload('sample.mp3')];
    const id = await newProject(
      { op: 'addClip', type: 'image', src: still.id, start: 0, duration: 1 },
      { op: 'addClip', type: 'image', src: still.url, start: 1, duration: 1 },
      { op: 'addClip', type: 'audio', src: audio.id, start: 0, duration: 2 },
    );
    const { code, out, err } = await render(id, ...service(), '-o', 'film.mp4', '--slots', '1');
    expect([code, err.includes('Error')]).toEqual([0, false]);
    expect(out).toMatch(/rendered film\.mp4: 60 frames/);
    expect((await stat(path.join(folder, 'film.mp4'))).size).toBeGreaterThan(10_000);
    const checked = await render('--check', id, ...service());
    expect(checked).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^project\.json: 3 clips, 2\.00 s; 0 errors/m),
    });
    // A file of one's own goes before that of the service.
    const own = path.join(import.meta.dirname, '../fixtures/sample.gif');
    expect((await render('--check', id, ...service(), '--media', `${still.id}=${own}`)).code).toBe(0);
  });

  it('pushes a project file and its media, pulls them, and sends and fetches only what changed', async () => {
    const mine = path.join(folder, 'mine');
    await mkdir(path.join(mine, 'media'), { recursive: true });
    // Bytes of its own: other tests send the same pictures.
    const sample = await readFile(path.join(import.meta.dirname, '../fixtures/sample.png'));
    const [still, photo] = ['push', 'usual'].map((more) => Buffer.concat([sample, Buffer.from(more)]));
    await writeFile(path.join(mine, 'media/still.png'), still ?? '');
    await writeFile(path.join(mine, 'media/photo.png'), photo ?? '');
    await copyFile(path.join(import.meta.dirname, '../fixtures/sample.mp4'), path.join(mine, 'media/film.mp4'));
    const file = path.join(mine, 'project.json');
    const settings = { op: 'setProjectSettings', name: 'Pushed', width: 128, height: 72, fps: 30 };
    const clip = { op: 'addClip', type: 'image', src: 'media/still.png', start: 0, duration: 1 };
    const variable = { ...clip, src: '{{photo|media/photo.png}}' };
    const film = { ...clip, type: 'video', src: 'media/film.mp4', duration: 'media' };
    await writeFile(file, JSON.stringify({ commands: [settings, clip, variable, film] }));
    const push = (...more: string[]) => render('--push', file, ...service(), '--json', ...more);
    const first = await push();
    const { projectId, ...sent } = JSON.parse(first.out);
    expect(sent).toMatchObject({ isNew: true, sent: 3, media: 3 });
    const { project } = await ask('GET', `/v1/projects/${projectId}?view=document`);
    expect(project.name).toBe('Pushed');
    // What a variable stands for is sent like the rest, and a clip still lasts as long as its media.
    expect(project.document.clips).toMatchObject([
      { src: expect.stringMatching(/^med_\w+$/) },
      { src: expect.stringMatching(/^\{\{photo\|med_\w+\}\}$/) },
      { src: expect.stringMatching(/^med_\w+$/), durationFrom: 'media', duration: 2 },
    ]);
    expect(JSON.parse((await push()).out)).toMatchObject({ projectId, isNew: false, sent: 0, media: 3 });

    // Another person's folder: the project file names its media by their paths, and renders as it is.
    const theirs = path.join(folder, 'theirs');
    const pull = () => render('--pull', projectId, theirs, ...service(), '--json');
    expect(JSON.parse((await pull()).out)).toMatchObject({ projectId, fetched: 3, media: 3 });
    expect(await readFile(path.join(theirs, 'media/still.png'))).toEqual(still);
    expect(await readFile(path.join(theirs, 'media/photo.png'))).toEqual(photo);
    const filled = [path.join(theirs, 'project.json'), '--set', 'photo=media/photo.png'];
    expect((await render(...filled, '-o', 'pulled.mp4', '--slots', '1')).out).toMatch(/60 frames/);
    expect(JSON.parse((await pull()).out)).toMatchObject({ fetched: 0, media: 3 });

    // They edit; the next push from the first folder would undo that, and is refused unless the project is named.
    const theirFile = path.join(theirs, 'project.json');
    const edited = JSON.parse(await readFile(theirFile, 'utf8'));
    expect(edited.document.clips[1].src).toBe('{{photo|media/photo.png}}');
    edited.document.clips[0].duration = 0.5;
    edited.document.clips.splice(1);
    await writeFile(theirFile, JSON.stringify(edited));
    expect((await render('--push', theirFile, ...service())).out).toMatch(/0 of 1 files sent/);
    expect((await ask('GET', `/v1/projects/${projectId}`)).project.durationSec).toBe(0.5);
    expect(JSON.parse((await push()).out).error.message).toMatch(/was changed on the service after/);
    expect(JSON.parse((await push('--project', projectId)).out)).toMatchObject({ projectId, sent: 0 });
  });

  it('names the fault: unknown project, wrong key, no key, no service, contradictory options', async () => {
    const wrong = path.join(folder, 'wrong');
    await writeFile(wrong, 'key_live_0000000000000000000000000000000000000000\n');
    const at = (api: string, key: string) => ['prj_1', '--api', api, '--key-file', key, '-o', 'no.mp4'];
    const cases: [string[], RegExp][] = [
      [at(address, keyFile), /request to .*\/v1\/projects\/prj_1 failed: .*(no such|not).*/i],
      [at(address, wrong), /Check the key in .*wrong/],
      [at(address, path.join(folder, 'absent')), /key file .*absent cannot be read/],
      [at('http://127.0.0.1:1', keyFile), /127\.0\.0\.1:1 does not respond .*Check that the service is running/],
      [at('localhost', keyFile), /--api must be the address of a service.*got "localhost"/],
      [['prj_1', '--api', address, '-o', 'no.mp4'], /--api .* and --key-file .* must be given together/],
      [[...at(address, keyFile), '--media-map', 'x.json'], /--media-map/],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await render(...args);
      const wanted = err.includes('See --help') ? 2 : 1;
      expect([args, code, out, err]).toEqual([args, wanted, '', expect.stringMatching(message)]);
      expect(err).not.toContain('    at ');
    }
  });

  it('sends the key to the API alone, and takes no file of another host or with other bytes', async () => {
    const asked: [string, string | undefined][] = [];
    let media = { url: '/uploads/med_1.png', sha256: '00' };
    const document = { clips: [{ src: 'med_1' }] };
    const double = await startFileServer((request, response) => {
      asked.push([request.url ?? '', request.headers.authorization]);
      response.setHeader('content-type', 'application/json');
      if (request.url?.startsWith('/v1/projects')) response.end(JSON.stringify({ project: { document } }));
      else response.end(request.url?.startsWith('/v1/media') ? JSON.stringify({ media }) : 'bytes');
    });
    const run = () => render('prj_1', '--api', double.url, '--key-file', keyFile, '-o', 'no.mp4');
    expect((await run()).err).toMatch(/downloaded bytes of med_1 do not match/);
    expect(asked).toEqual([
      ['/v1/projects/prj_1?view=document', `Bearer ${account.key}`],
      ['/v1/media/med_1', `Bearer ${account.key}`],
      ['/uploads/med_1.png', undefined],
    ]);
    media = { url: 'http://169.254.169.254/latest', sha256: '00' };
    expect((await run()).err).toMatch(/169\.254\.169\.254\/latest is not on http:\/\/127\.0\.0\.1/);
    await double.close();
  });
});
