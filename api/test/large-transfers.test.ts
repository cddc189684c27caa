import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, expect, it } from 'vitest';
import { multipartForm } from './multipart-form.ts';
import { startServedApi } from './shared-api.ts';

const command = path.join(import.meta.dirname, '../../cli/src/main.ts');
const MB = 1_048_576;
const LARGE_MB = 64;
/**
 * Module that prints a process's peak memory in MB when it ends. On Linux it does not use `maxRSS`, which may be that
 * of the parent process.
 */
const meter = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  process.on('exit', () => {
    const kb =
      process.platform === 'linux'
        ? /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
        : process.resourceUsage().maxRSS;
    console.error('peak', process.pid, kb / 1024);
  });
`)}`;

const api = forSuite(() => startServedApi({ listens: true }));
const folder = suiteFolder();
const account = forSuite(() => api.account());
beforeAll(async () => {
  await writeFile(path.join(folder, 'key'), account.key);
});

async function run(...args: string[]) {
  const all = [command, 'render', ...args, '--api', api.deps.apiHost, '--key-file', path.join(folder, 'key'), '--json'];
  // Few young objects at a time: what was let go counts little in the peak.
  const child = spawn(process.execPath, ['--max-semi-space-size=1', '--import', meter, ...all], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const [, peakMb] = new RegExp(`^peak ${child.pid} ([\\d.]+)$`, 'm').exec(err) ?? [];
  return { code, peakMb: Number(peakMb), ...JSON.parse(out) };
}

/** Creates a folder with a project that plays a silent WAV file of `sizeMb` MB. Returns the folder's path. */
async function projectWith(name: string, sizeMb: number): Promise<string> {
  const home = path.join(folder, name);
  await mkdir(home);
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0\x80\xbb\0\0\0\xee\x02\0\x04\0\x10\0data\0\0\0\0',
    'latin1',
  );
  const dataBytes = sizeMb * MB - head.length;
  head.writeUInt32LE(36 + dataBytes, 4);
  head.writeUInt32LE(dataBytes, 40);
  const file = await open(path.join(home, 'sound.wav'), 'w');
  await file.write(head);
  await file.truncate(sizeMb * MB);
  await file.close();
  const clip = { id: 'a', name: '', type: 'audio', src: 'sound.wav', start: 0, duration: 1, trackIndex: 3 };
  const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'empty' })).body;
  const { document } = (await api.send(account, 'GET', `/v1/projects/${project.id}?view=document`)).body.project;
  await writeFile(path.join(home, 'project.json'), JSON.stringify({ ...document, clips: [clip] }));
  return path.join(home, 'project.json');
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

it('media of more than 32 MB go to a service and come back whole, in no more memory than small ones', async () => {
  const [small, large] = [await projectWith('small', 1), await projectWith('large', LARGE_MB)];
  const few = await run('--push', small);
  const much = await run('--push', large);
  expect([few, much]).toMatchObject([
    { code: 0, sent: 1, media: 1 },
    { code: 0, sent: 1, media: 1 },
  ]);
  const [pulledFew, pulledMuch] = [
    await run('--pull', few.projectId, 'small-back'),
    await run('--pull', much.projectId, 'large-back'),
  ];
  expect([pulledFew, pulledMuch]).toMatchObject([
    { code: 0, fetched: 1 },
    { code: 0, fetched: 1 },
  ]);
  const back = path.join(folder, 'large-back/media/sound.wav');
  expect(await hashOf(back)).toBe(await hashOf(path.join(folder, 'large/sound.wav')));
  const grown = { push: much.peakMb - few.peakMb, pull: pulledMuch.peakMb - pulledFew.peakMb };
  for (const [what, grownMb] of Object.entries(grown)) {
    expect({ what, grownMb, isFlat: grownMb < LARGE_MB / 2 }).toMatchObject({ what, isFlat: true });
  }
});

it('the route of small ones refuses such a file and names the other, which holds to the plan', async () => {
  const home = path.dirname(await projectWith('refused', 33));
  const file = { name: 'sound.wav', data: await readFile(path.join(home, 'sound.wav')) };
  const refused = await api.upload(account, file);
  expect([refused.status, refused.body.error.message]).toEqual([
    413,
    expect.stringContaining('/v1/media/large-uploads'),
  ]);
  const small = await api.account({ plan: 'hobby', environment: 'test' });
  const { payload, headers } = multipartForm(file);
  const beyond = await api.inject({
    ...{ method: 'POST', url: '/v1/media/large-uploads', payload },
    headers: { ...headers, authorization: `Bearer ${small.key}` },
  });
  expect([beyond.status, beyond.body.error.limitMb]).toEqual([413, 32]);
});
