import { buffer } from 'node:stream/consumers';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { frameBytes } from './scripted-node.ts';
import { type ServedApi, startServedApi } from './shared-api.ts';

const api = forSuite(startServedApi);
let login: Awaited<ReturnType<ServedApi['signIn']>>;
const account = forSuite(() => api.account());
beforeAll(async () => {
  login = await api.signIn(account);
});

const ask = (url: string) => api.send(null, 'GET', `/api/studio${url}`, undefined, login);

async function project(clips: number): Promise<string> {
  const add = "commands.addTextClip({ text: 'Clip ' + i, start: i, duration: 1 });";
  const source = `for (let i = 0; i < ${clips}; i++) ${add}`;
  const commands = [{ op: 'runScript', source, timeoutMs: 5_000 }];
  return (await api.send(account, 'POST', '/v1/projects', { name: 'Film', commands })).body.project.id;
}

describe('pictures of projects', () => {
  it.each([3, 400])('are drawn of one with %i clips, and kept by the browser', async (clips) => {
    const id = await project(clips);
    const poster = await ask(`/projects/${id}/poster?rev=1`);
    expect([poster.status, poster.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(poster.headers['cache-control']).toContain('immutable');
    expect(poster.bytes.equals(frameBytes)).toBe(true);
    expect(api.node.asked.at(-1)?.atSec).toBeCloseTo(clips / 3, 3);
    const frame = await ask(`/projects/${id}/frame?rev=1&at=1.5`);
    expect(frame.bytes.equals(frameBytes)).toBe(true);
    expect([frame.headers['x-service-rev'], frame.headers['cache-control']]).toEqual([
      '1',
      'private, max-age=3600, immutable',
    ]);
  });

  it('of another rev than the one that was asked for are not kept', async () => {
    const id = await project(1);
    const frame = await ask(`/projects/${id}/frame?rev=7&at=0`);
    expect([frame.headers['x-service-rev'], frame.headers['cache-control']]).toEqual(['1', 'private, no-store']);
  });

  it('are refused as the frames of a large project are', async () => {
    const id = await project(400);
    api.node.frames = 'fail';
    const answer = await ask(`/projects/${id}/frame?rev=1&at=0`);
    api.node.frames = 'answer';
    expect([answer.status, answer.body.error.code]).toEqual([502, 'provider_error']);
  });
});

describe('pictures of the videos of a batch', () => {
  const drawn = async () => {
    const { body } = await api.deps.store.get(api.node.asked.at(-1)?.documentKey ?? '');
    return (await buffer(body)).toString();
  };

  it('are drawn with the values and the aspect ratio of the video, and kept by the browser', async () => {
    const commands = [{ op: 'addTextClip', text: 'Dear {{who}}', start: 0, duration: 3 }];
    const projectId = (await api.send(account, 'POST', '/v1/projects', { name: 'Card', commands })).body.project.id;
    const body = { projectId, csv: 'who\nAna\nBo', outputs: [{ format: 'mp4', aspect: '9:16' }] };
    const { batch } = (await api.send(account, 'POST', '/v1/batches', body)).body;
    const poster = await ask(`/batches/${batch.id}/poster?index=1`);
    expect([poster.status, poster.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(poster.headers['cache-control']).toContain('immutable');
    expect(poster.bytes.equals(frameBytes)).toBe(true);
    expect(api.node.asked.at(-1)?.atSec).toBeCloseTo(1, 3);
    expect(await drawn()).toContain('Dear Bo');
    expect(await drawn()).toContain('"height":1920');
    expect((await ask(`/batches/${batch.id}/poster?index=2`)).status).toBe(404);
    const stranger = await api.signIn(await api.account());
    const url = `/api/studio/batches/${batch.id}/poster?index=1`;
    expect((await api.send(null, 'GET', url, undefined, stranger)).status).toBe(404);
  });

  it('are not drawn of large projects', async () => {
    const { batch } = (
      await api.send(account, 'POST', '/v1/batches', { projectId: await project(300), items: [{ variables: {} }] })
    ).body;
    const answer = await ask(`/batches/${batch.id}/poster?index=0`);
    expect([answer.status, answer.body.error.message]).toEqual([404, expect.stringContaining('200 clips')]);
  });
});

it('previews of stock are fetched from public addresses alone', async () => {
  for (const address of ['http://127.0.0.1/x.jpg', 'file:///etc/passwd', 'http://[::1]/', 'nonsense']) {
    const answer = await ask(`/stock/preview?url=${encodeURIComponent(address)}`);
    expect([400, 502]).toContain(answer.status);
    expect(answer.headers['content-type']).toContain('application/json');
  }
});
