import { redisChannels } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { putWindow } from '../src/studio/project-presence.ts';
import { sharedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedApi);

describe('the open editors of a project', () => {
  let owner: TestAccount;
  let projectId: string;
  beforeAll(async () => {
    owner = await api.account();
    projectId = (await api.send(owner, 'POST', '/v1/projects', { name: 'Shared' })).body.project.id;
  });

  async function windowOf(account: TestAccount) {
    const login = await api.signIn(account);
    const url = `/api/studio/projects/${projectId}/presence`;
    return (windowId: string, fields: object = {}) =>
      api.send(null, 'POST', url, { windowId, playheadSec: 0, clipIds: [], ...fields }, login);
  }

  it('learn of each other, and of those that were closed', async () => {
    const send = await windowOf(owner);
    const events: object[] = [];
    const subscriber = api.deps.redis.duplicate({ enableOfflineQueue: true });
    await subscriber.subscribe(redisChannels.projectEvents(projectId));
    subscriber.on('message', (_channel, text) => events.push(JSON.parse(text)));
    expect((await send('window-one', { playheadSec: 2.5, clipIds: ['clip-1'] })).body).toEqual({ windows: [] });
    const first = { windowId: 'window-one', name: expect.any(String), playheadSec: 2.5, clipIds: ['clip-1'] };
    expect((await send('window-two')).body).toEqual({ windows: [first] });
    expect((await send('window-one', { isGone: true })).body).toEqual({ windows: [] });
    expect((await send('window-two')).body).toEqual({ windows: [] });
    await expect.poll(() => events.length).toBe(4);
    expect(events.slice(0, 3)).toEqual([
      { type: 'presence', ...first },
      expect.objectContaining({ type: 'presence', windowId: 'window-two' }),
      { type: 'presence', windowId: 'window-one', isGone: true },
    ]);
    subscriber.disconnect();
  });

  it('are forgotten after 15 seconds', async () => {
    const now = Date.now();
    const window = (windowId: string) => ({ windowId, name: 'Ann', playheadSec: 0, clipIds: [] });
    await putWindow(api.deps, 'prj_old', window('window-old'), now - 20_000);
    await putWindow(api.deps, 'prj_old', window('window-late'), now - 14_000);
    const others = await putWindow(api.deps, 'prj_old', window('window-new'), now);
    expect(others.map(({ windowId }) => windowId)).toEqual(['window-late']);
    const key = 'fm:project:present:prj_old';
    expect((await api.deps.redis.hkeys(key)).toSorted()).toEqual(['window-late', 'window-new']);
    expect(await api.deps.redis.ttl(key)).toBeLessThanOrEqual(15);
  });

  it('are those of the account alone, with valid places', async () => {
    const stranger = await windowOf(await api.account());
    expect((await stranger('window-three')).status).toBe(404);
    const send = await windowOf(owner);
    for (const fields of [
      { windowId: 'short' },
      { windowId: 'with spaces' },
      { playheadSec: -1 },
      { clipIds: Array.from({ length: 51 }, () => 'clip-1') },
    ])
      expect([fields, (await send('window-four', fields)).status]).toEqual([fields, 400]);
  });
});
