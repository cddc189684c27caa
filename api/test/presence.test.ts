import { redisChannels } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PresentWindow, putWindow } from '../src/studio/project-presence.ts';
import { sendWith } from './embed-world.ts';
import { sharedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedApi);

/** Creates a project, and returns its id. */
async function newProject(owner: TestAccount): Promise<string> {
  const title = { op: 'addTextClip', text: 'Hi', start: 0, duration: 2 };
  return (await api.send(owner, 'POST', '/v1/projects', { name: 'Shared', commands: [title] })).body.project.id;
}

/** Signs in. Returns the function that sends the place of an editor in a project. */
async function editorOf(account: TestAccount, projectId: string) {
  const login = await api.signIn(account);
  const url = `/api/studio/projects/${projectId}/presence`;
  return (windowId: string, fields: object = {}) =>
    api.send(null, 'POST', url, { windowId, playheadSec: 0, clipIds: [], ...fields }, login);
}

describe('the open editors of a project', () => {
  let owner: TestAccount;
  let projectId: string;
  beforeAll(async () => {
    owner = await api.account();
    projectId = await newProject(owner);
  });

  it('learn of each other, and of those that were closed', async () => {
    const send = await editorOf(owner, projectId);
    const events: object[] = [];
    const subscriber = api.deps.redis.duplicate({ enableOfflineQueue: true });
    await subscriber.subscribe(redisChannels.projectEvents(projectId));
    subscriber.on('message', (_channel, text) => events.push(JSON.parse(text)));
    const place = { playheadSec: 2.5, clipIds: ['clip-1'] };
    expect((await send('window-one', place)).body).toEqual({ windows: [], programs: [] });
    const first = { windowId: 'window-one', kind: 'editor', name: expect.any(String), ...place };
    expect((await send('window-two')).body.windows).toEqual([first]);
    expect((await send('window-one', { isGone: true })).body).toEqual({ windows: [], programs: [] });
    expect((await send('window-two')).body.windows).toEqual([]);
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
    const place = { kind: 'editor' as const, name: 'Ann', playheadSec: 0, clipIds: [] };
    const window = (windowId: string): PresentWindow => ({ windowId, ...place });
    await putWindow(api.deps, 'prj_old', window('window-old'), now - 20_000);
    await putWindow(api.deps, 'prj_old', window('window-late'), now - 14_000);
    const others = await putWindow(api.deps, 'prj_old', window('window-new'), now);
    expect(others.map(({ windowId }) => windowId)).toEqual(['window-late']);
    const key = 'fm:project:present:prj_old';
    expect((await api.deps.redis.hkeys(key)).toSorted()).toEqual(['window-late', 'window-new']);
    expect(await api.deps.redis.ttl(key)).toBeLessThanOrEqual(15);
  });

  it('are those of the account alone, with valid places', async () => {
    const stranger = await editorOf(await api.account(), projectId);
    expect((await stranger('window-three')).status).toBe(404);
    const send = await editorOf(owner, projectId);
    for (const fields of [
      { windowId: 'short' },
      { windowId: 'with spaces' },
      { playheadSec: -1 },
      { clipIds: Array.from({ length: 51 }, () => 'clip-1') },
    ])
      expect([fields, (await send('window-four', fields)).status]).toEqual([fields, 400]);
  });
});

describe('the guests of a project', () => {
  /** Creates a review link. Returns the function that sends the place of a guest. */
  async function guestOf(owner: TestAccount, projectId: string, fields: object = {}) {
    const { body } = await api.send(owner, 'POST', `/v1/projects/${projectId}/review-links`, fields);
    const [, token = ''] = body.url.split('#');
    return (windowId: string, place: object = {}) =>
      sendWith(api, token, 'POST', '/api/review/presence', { windowId, playheadSec: 1, ...place });
  }

  it('are shown in editors with their name and playhead, and see names without accounts', async () => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    const editor = await editorOf(owner, projectId);
    const guest = await guestOf(owner, projectId, { recipient: 'Bo' });
    await editor('window-one', { clipIds: ['clip-1'] });
    expect((await guest('guest-page-a', { name: 'Ada', playheadSec: 3 })).body).toEqual({ names: ['Owner'] });
    expect((await guest('guest-page-b')).body).toEqual({ names: ['Ada', 'Owner'] });
    const { windows } = (await editor('window-one')).body;
    const shown = { windowId: expect.stringMatching(/^guest-[0-9a-f]{24}$/), kind: 'guest', clipIds: [] };
    expect(windows).toEqual(
      expect.arrayContaining([
        { ...shown, name: 'Ada', playheadSec: 3 },
        { ...shown, name: 'Bo', playheadSec: 1 },
      ]),
    );
    expect((await guest('guest-page-a', { isGone: true })).body).toEqual({ names: [] });
    expect((await editor('window-one')).body.windows).toHaveLength(1);
  });

  it('see no names with a link to watch', async () => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    await (await editorOf(owner, projectId))('window-one');
    const guest = await guestOf(owner, projectId, { mayComment: false });
    expect((await guest('guest-page-a')).body).toEqual({ names: [] });
  });

  it('move and remove no window of others by its id, and take no name of the account', async () => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    const editor = await editorOf(owner, projectId);
    const [guest, other] = [await guestOf(owner, projectId), await guestOf(owner, projectId)];
    await editor('window-one', { playheadSec: 5 });
    await guest('guest-page-a', { name: 'Ada' });
    const { windows } = (await editor('window-two')).body;
    for (const { windowId } of windows) {
      await other(windowId, { name: 'Eve', playheadSec: 9 });
      await other(windowId, { isGone: true });
    }
    await other('guest-page-a', { isGone: true });
    expect((await editor('window-two')).body.windows).toEqual(windows);
    for (const fields of [
      ...[{ name: 'Owner' }, { name: ' OWNER' }, { name: 'A\nB' }, { name: 'x'.repeat(101) }, { name: '' }],
      ...[{ windowId: 'short' }, { windowId: 'a:b:c:d:e' }, { playheadSec: -1 }, { playheadSec: '1' }],
    ])
      expect([fields, (await guest('guest-page-b', fields)).status]).toEqual([fields, 400]);
  });

  it('are at most 20, of whom a network sends 240 messages a minute', async () => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    const guest = await guestOf(owner, projectId);
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1) statuses.push((await guest(`guest-page-${index}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    // A guest who is there already stays.
    expect((await guest('guest-page-0')).status).toBe(200);
    const forged = `rvt_${'A'.repeat(43)}`;
    const guess = () => sendWith(api, forged, 'POST', '/api/review/presence', { windowId: 'guest-page' });
    const answers = await Promise.all(Array.from({ length: 241 }, guess));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    await api.deps.redis.del(await api.deps.redis.keys('fm:rl:review_place*'));
  });
});

describe('the programs that change a project', () => {
  it('are listed for a minute with the clips of their last change, each once', async () => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    const send = await editorOf(owner, projectId);
    const { client } = api.deps.database;
    await client.app.update({ where: { id: owner.appId }, data: { name: 'Montage Bot' } });
    const { body } = await api.send(owner, 'GET', `/v1/projects/${projectId}?view=clips`);
    const [{ id: clipId }] = body.project.clips;
    const events: { type: string; programId?: string }[] = [];
    const subscriber = api.deps.redis.duplicate({ enableOfflineQueue: true });
    await subscriber.subscribe(redisChannels.projectEvents(projectId));
    subscriber.on('message', (_channel, text) => events.push(JSON.parse(text)));
    const change = (account: TestAccount, x: number) =>
      api.send(account, 'POST', `/v1/projects/${projectId}/commands`, {
        commands: [{ op: 'setTransform', clipId, x }],
      });
    await change(owner, 1);
    await change(owner, 2);
    const program = { programId: `api-${owner.appId}`, via: 'api', name: 'Montage Bot', clipIds: [clipId] };
    expect((await send('window-one')).body.programs).toEqual([program]);
    await expect.poll(() => events.find(({ type }) => type === 'commands')?.programId).toBe(program.programId);
    subscriber.disconnect();
    await client.$executeRaw`
      UPDATE "ProjectChange" SET "createdAt" = "createdAt" - interval '2 minutes' WHERE "projectId" = ${projectId}`;
    expect((await send('window-one')).body.programs).toEqual([]);
  });

  it('are not people in the editor', async () => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    const send = await editorOf(owner, projectId);
    const login = await api.signIn(owner);
    const url = `/api/studio/projects/${projectId}/commands`;
    const commands = [{ op: 'setProjectSettings', background: '#102030' }];
    expect((await api.send(null, 'POST', url, { commands }, login)).status).toBe(200);
    expect((await send('window-one')).body.programs).toEqual([]);
  });
});
