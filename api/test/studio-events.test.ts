import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { redisChannels } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { FramemillError } from '@framemill/timeline';
import Fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEventStreams } from '../src/studio/event-streams.ts';
import { startApi, type TestAccount } from './start-api.ts';

const api = forSuite(startApi);
let base: string;
beforeAll(async () => {
  base = await api.app.listen({ host: '127.0.0.1', port: 0 });
});

interface Received {
  name: string;
  data: Record<string, unknown>;
}

/** Opens the event stream of an account. `next` returns the events one after the other. */
async function listen(account: TestAccount, known?: { cookie: string }) {
  const login = known ?? (await api.signIn(account));
  const stop = new AbortController();
  const headers = { cookie: login.cookie };
  const response = await fetch(`${base}/api/studio/events`, { headers, signal: stop.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(): Promise<Received> {
    for (;;) {
      const [block, ...rest] = text.split('\n\n');
      if (rest.length === 0) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error('The stream has ended.');
        text += value;
        continue;
      }
      text = rest.join('\n\n');
      const field = (name: string) => block?.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1];
      const name = field('event');
      if (name !== undefined) return { name, data: JSON.parse(field('data') ?? '') };
    }
  }
  return { response, next, close: () => stop.abort() };
}

describe('the events of an account', () => {
  it('begin when they can be heard, and tell of renders and media, of nobody else', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const events = await listen(account);
    expect(events.response.status).toBe(200);
    expect(events.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(events.response.headers.get('x-frame-options')).toBe('DENY');
    expect(await events.next()).toEqual({ name: 'ready', data: {} });
    await start(other);
    const renderId = await start(account);
    const { name, data } = await events.next();
    expect([name, data.id, data.status]).toEqual(['render', renderId, 'PENDING']);
    await api.send(account, 'POST', `/v1/renders/${renderId}/cancel`);
    expect((await events.next()).data).toMatchObject({ id: renderId, status: 'CANCELLED' });
    const file = { name: 'a.mp4', status: 'READY', sizeBytes: 1, sha256: '0', objectKey: 'uploads/med_events.mp4' };
    await api.deps.database.client.media.create({
      data: { ...file, id: 'med_events', accountId: account.accountId },
    });
    await api.send(account, 'PATCH', '/v1/media/med_events', { name: 'b.mp4' });
    expect(await events.next()).toEqual({ name: 'media', data: { mediaId: 'med_events' } });
    events.close();
  });

  it('say that something may have been missed when the connection to Redis was lost', async () => {
    const account = await api.account();
    const events = await listen(account);
    await events.next();
    await api.deps.redis.client('KILL', 'TYPE', 'PUBSUB');
    expect(await events.next()).toEqual({ name: 'missed', data: {} });
    // And go on then.
    await start(account);
    expect((await events.next()).name).toBe('render');
    events.close();
  });

  it('need a session, and are refused in other ways than by a key', async () => {
    const account = await api.account();
    for (const headers of [{}, { authorization: `Bearer ${account.key}` }]) {
      expect((await fetch(`${base}/api/studio/events`, { headers })).status).toBe(401);
    }
  });

  it('are at most 40 streams of one account; one that is closed makes room', async () => {
    const account = await api.account();
    const login = await api.signIn(account);
    const streams = await Promise.all(Array.from({ length: 40 }, () => listen(account, login)));
    const refused = await listen(account, login);
    expect(refused.response.status).toBe(429);
    streams[0]?.close();
    await expect.poll(async () => (await listen(account, login)).response.status).toBe(200);
    for (const stream of streams) stream.close();
  });

  it('end for a page that does not read, before half a megabyte waits for it', async () => {
    const account = await api.account();
    const { cookie } = await api.signIn(account);
    const [page] = await Promise.all([once(api.app.server, 'connection'), openSilently(cookie)]);
    const connection: Socket = page[0];
    let mostUnread = 0;
    const event = JSON.stringify({ type: 'media', mediaId: 'x'.repeat(30_000) });
    while (!connection.destroyed) {
      await api.deps.redis.publish(redisChannels.accountEvents(account.accountId), event);
      mostUnread = Math.max(mostUnread, connection.writableLength);
    }
    expect(mostUnread).toBeLessThan(500_000);
  });

  async function openSilently(cookie: string): Promise<void> {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET /api/studio/events HTTP/1.1\r\nHost: api.test\r\nCookie: ${cookie}\r\n\r\n`);
    // The head comes once its channels are open.
    await once(socket, 'readable');
    socket.pause();
  }

  it('end with the session', async () => {
    const account = await api.account();
    let isSignedIn = true;
    const session = async () => {
      if (!isSignedIn) throw new FramemillError('unauthorized', 'Nobody is signed in.');
      return { sessionId: '', accountId: account.accountId, email: '', plan: '', role: 'user' as const };
    };
    const streams = createEventStreams(api.deps, { session }, { beatMs: 20 });
    const app = Fastify();
    const { accountId } = account;
    app.get('/events', (request, reply) => streams.open(request, reply, { ownerId: accountId, channels: {} }));
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${url}/events`);
    await delay(60);
    isSignedIn = false;
    expect(await response.text()).toMatch(/event: ready\ndata: {}\n\n(:\n\n)+event: signed-out\ndata: {}\n\n$/);
    streams.close();
    await app.close();
  });

  it('do not keep a service from stopping', async () => {
    const own = await startApi();
    const url = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const { cookie } = await own.signIn(await own.account());
    const response = await fetch(`${url}/api/studio/events`, { headers: { cookie } });
    const ended = response.text();
    await own.close();
    expect(await ended).toContain('event: ready');
  });
});

it('names a channel an account', () => {
  expect(redisChannels.accountEvents('acc_1')).toBe('fm:events:account:acc_1');
});

async function start(account: TestAccount): Promise<string> {
  const commands = [{ op: 'addShapeClip', kind: 'circle', start: 0, duration: 1 }];
  const { body } = await api.send(account, 'POST', '/v1/projects', { name: 'Film', commands });
  const answer = await api.send(account, 'POST', '/v1/renders', { projectId: body.project.id });
  return answer.body.render.id;
}
