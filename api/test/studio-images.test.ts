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

it('previews of stock are fetched from public addresses alone', async () => {
  for (const address of ['http://127.0.0.1/x.jpg', 'file:///etc/passwd', 'http://[::1]/', 'nonsense']) {
    const answer = await ask(`/stock/preview?url=${encodeURIComponent(address)}`);
    expect([400, 502]).toContain(answer.status);
    expect(answer.headers['content-type']).toContain('application/json');
  }
});
