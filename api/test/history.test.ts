import { forSuite } from '@framemill/testing/for-suite';
import { type ChangeSet, type Document, undo } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { KEPT_REVS } from '../src/projects/change-journal.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);
const account = forSuite(() => api.account({ plan: 'enterprise' }));

const title = (text: string, start: number) => ({ op: 'addTextClip', text, start, duration: 1 });
let batches = 0;
const newBatch = () => {
  batches += 1;
  return `bat_${batches.toString(16).padStart(24, '0')}`;
};

async function newProject(): Promise<string> {
  const { body } = await api.send(account, 'POST', '/v1/projects', { name: 'History', commands: [title('a', 0)] });
  return body.project.id;
}

const post = (id: string, what: string, body: object) => api.send(account, 'POST', `/v1/projects/${id}/${what}`, body);
const get = (id: string, what: string) => api.send(account, 'GET', `/v1/projects/${id}${what}`);
const documentOf = async (id: string, rev?: number): Promise<Document> =>
  (await get(id, `?view=document${rev === undefined ? '' : `&rev=${rev}`}`)).body.project.document;

describe('the changes of a project', () => {
  it('lead from any rev to the present one, and name who made them', async () => {
    const id = await newProject();
    const before = await documentOf(id);
    await post(id, 'commands', { commands: [title('b', 2), { op: 'addTrack', type: 'video' }] });
    await post(id, 'commands', { commands: [{ op: 'setProjectSettings', background: '#102030' }] });
    await api.send(account, 'PATCH', `/v1/projects/${id}`, { name: 'Renamed' });
    const { body } = await get(id, '/commands?since=1');
    expect([body.rev, body.reset]).toEqual([4, false]);
    const entries: { rev: number; changes: ChangeSet; commands: { op: string }[]; author: object }[] = body.entries;
    expect(entries.map(({ rev, commands }) => [rev, commands.map(({ op }) => op)])).toEqual([
      [2, ['addTextClip', 'addTrack']],
      [3, ['setProjectSettings']],
      [4, ['setProjectSettings']],
    ]);
    expect(entries[0]?.author).toEqual({ via: 'api', name: expect.stringMatching(/./) });
    expect(entries.reduce((document, { changes }) => undo(document, changes), before)).toEqual(await documentOf(id));
    expect((await get(id, '/commands?since=4')).body).toMatchObject({ rev: 4, reset: false, entries: [] });
  });

  it('are forgotten with their project, and a reader who is too far back is told so', async () => {
    const id = await newProject();
    await post(id, 'commands', { commands: [title('b', 2)] });
    await api.deps.database.client.projectChange.deleteMany({ where: { projectId: id } });
    expect((await get(id, '/commands?since=1')).body).toMatchObject({ rev: 2, reset: true, entries: [] });
    await post(id, 'commands', { commands: [title('c', 4)] });
    await api.send(account, 'DELETE', `/v1/projects/${id}`);
    expect(await api.deps.database.client.projectChange.count({ where: { projectId: id } })).toBe(0);
  });

  it('of the last revs only are kept', async () => {
    const id = await newProject();
    await post(id, 'commands', { commands: [title('b', 2)] });
    await api.deps.database.client.project.update({ where: { id }, data: { rev: KEPT_REVS + 9 } });
    for (let text = 0; text < 12; text += 1) await post(id, 'commands', { commands: [title('c', 4 + text)] });
    const rows = await api.deps.database.client.projectChange.findMany({
      where: { projectId: id },
      orderBy: { rev: 'asc' },
    });
    expect(rows[0]?.rev).toBe(KEPT_REVS + 10);
  });
});

describe('a batch with a name', () => {
  it('is applied once, however often it comes, also side by side', async () => {
    const id = await newProject();
    const batchId = newBatch();
    const send = () => post(id, 'commands', { commands: [title('once', 3)], batchId });
    const first = await send();
    expect(first.body).toMatchObject({ rev: 2, replayed: false, ok: true });
    await post(id, 'commands', { commands: [title('other', 6)] });
    const again = await send();
    expect(again.body).toMatchObject({ rev: 2, replayed: true, ok: true, changes: first.body.changes });
    expect(again.body.results).toEqual(first.body.results);
    const other = newBatch();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(id, 'commands', { commands: [title('twice', 8)], batchId: other })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const { body } = await get(id, '');
    expect(body.project).toMatchObject({ rev: 4, clipCount: 4 });
  });

  it('gives ids that its sender knows beforehand', async () => {
    const id = await newProject();
    const { body } = await post(id, 'commands', { commands: [title('x', 3)], batchId: `bat_${'a'.repeat(24)}` });
    expect(body.results[0].data.clipId).toBe(`clip_${'a'.repeat(24)}00000000`);
    await api.deps.database.client.projectChange.deleteMany({ where: { projectId: id } });
    const again = await post(id, 'commands', { commands: [title('x', 6)], batchId: `bat_${'a'.repeat(24)}` });
    expect([again.status, again.body.error.message]).toEqual([400, expect.stringContaining('Use a new one.')]);
  });
});

describe('an earlier state', () => {
  // A snapshot is stored with each hundredth rev.
  for (const { first, past, tags } of [
    { first: 97, past: 98, tags: [] },
    { first: 1, past: 50, tags: 'full' },
  ])
    it(`can be read and restored, over a snapshot too, from rev ${first} on`, { tags }, async () => {
      const id = await newProject();
      await api.deps.database.client.project.update({ where: { id }, data: { rev: first } });
      const seen = new Map([[first, await documentOf(id)]]);
      for (let rev = first + 1; rev <= 104; rev += 1) {
        const { body } = await post(id, 'commands', { commands: [title(`t${rev}`, rev * 2)] });
        if ([2, past, 99, 100, 101].includes(body.rev)) seen.set(body.rev, await documentOf(id));
      }
      for (const [rev, document] of seen) expect(await documentOf(id, rev)).toEqual(document);
      const restored = await post(id, 'restore', { rev: past });
      expect(restored.body.rev).toBe(105);
      expect(await documentOf(id)).toEqual(seen.get(past));
      const { body } = await get(id, '/history?limit=2');
      expect(body.entries[0]).toMatchObject({ rev: 105, restores: past, commandCount: 0 });
      expect(body.entries[1]).toMatchObject({ rev: 104, ops: ['addTextClip'] });
      expect((await get(id, `/history?before=${body.nextBefore}`)).body.entries[0].rev).toBe(103);
    });
});

describe('undo of one change', () => {
  it('takes back that one and leaves what others did; undoing it is redo', async () => {
    const id = await newProject();
    await post(id, 'commands', { commands: [title('mine', 3)] });
    await post(id, 'commands', { commands: [title('theirs', 6)] });
    const both = await documentOf(id);
    const undone = await post(id, 'undo', { rev: 2, batchId: newBatch() });
    expect([undone.status, undone.body.rev]).toEqual([200, 4]);
    const texts = ({ clips }: Document) => clips.map(({ textStyle }) => textStyle?.content);
    expect(texts(await documentOf(id))).toEqual(['a', 'theirs']);
    await post(id, 'undo', { rev: 4 });
    expect(new Set(texts(await documentOf(id)))).toEqual(new Set(texts(both)));
  });

  it('is refused when somebody changed the same since, or lies in the place', async () => {
    const id = await newProject();
    const [clip] = (await documentOf(id)).clips;
    await post(id, 'commands', { commands: [{ op: 'moveClip', clipId: clip?.id, start: 5 }] });
    await post(id, 'commands', { commands: [{ op: 'setTransform', clipId: clip?.id, x: 40 }] });
    const same = await post(id, 'undo', { rev: 2 });
    expect([same.status, same.body.error]).toMatchObject([
      409,
      { conflictCode: 'change_overwritten', parts: [`clip ${clip?.id}`] },
    ]);
    const other = await newProject();
    const [moved] = (await documentOf(other)).clips;
    await post(other, 'commands', { commands: [{ op: 'moveClip', clipId: moved?.id, start: 5 }] });
    await post(other, 'commands', { commands: [{ ...title('in its place', 0), trackIndex: moved?.trackIndex }] });
    const place = await post(other, 'undo', { rev: 2 });
    expect([place.status, place.body.error.message]).toEqual([409, expect.stringContaining('would overlap')]);
  });
});
