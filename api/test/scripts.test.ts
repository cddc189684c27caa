import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it, vi } from 'vitest';
import { sharedApi } from './shared-api.ts';
import type { Answer } from './start-api.ts';
import { waitingForLocks } from './waiting-for-locks.ts';

const api = forSuite(sharedApi);
const account = forSuite(() => api.account());

const title = (text: string, start = 0) => ({ op: 'addTextClip', text, start, duration: 1 });
const script = (source: string, timeoutMs?: number) => ({
  op: 'runScript',
  source,
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
});

async function newProject(owner = account): Promise<string> {
  const { body } = await api.send(owner, 'POST', '/v1/projects', { name: 'Film', commands: [title('One')] });
  return body.project.id;
}

const apply = (id: string, commands: object[], more: object = {}, owner = account) =>
  api.send(owner, 'POST', `/v1/projects/${id}/commands`, { commands, ...more });
const clipCount = async (id: string) =>
  (await api.send(account, 'GET', `/v1/projects/${id}?view=summary`)).body.project.clipCount;

describe('a script', () => {
  it('sees what ran before it, and what runs after it sees what it did', async () => {
    const id = await newProject();
    const source = [
      'for (const [i, clip] of project.clips.entries()) log(i, clip.textStyle.content);',
      "const { clipId } = commands.addTextClip({ text: 'Three', start: 2, duration: 1 });",
      'commands.setTransform({ clipId, x: 7 });',
    ].join('\n');
    const commands = [title('Two', 1), script(source), { op: 'replaceText', find: 'Three', replace: 'Drei' }];
    const answer = await apply(id, commands);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ok: true, rev: 2, blocked: [], timeline: { clipCount: 3, durationSec: 3 } });
    const { data } = answer.body.results[1];
    expect(data.output).toEqual(['0 One', '1 Two']);
    expect(data.results).toMatchObject([
      { op: 'addTextClip', ok: true, data: { clipId: expect.stringMatching(/^clip_[0-9a-f]{32}$/) } },
      { op: 'setTransform', ok: true },
    ]);
    expect(answer.body.results[2]).toMatchObject({ ok: true, data: { replaced: 1 } });
    const { document } = (await api.send(account, 'GET', `/v1/projects/${id}?view=document`)).body.project;
    expect(document.clips[2]).toMatchObject({ x: 7, textStyle: { content: 'Drei' } });
  });

  it('runs for validate and dryRun too, and nothing of it is saved', async () => {
    const id = await newProject();
    const commands = [script("commands.addTextClip({ text: 'x', start: 1, duration: 1 })")];
    const dry = await apply(id, commands, { dryRun: true });
    expect(dry.body).toMatchObject({ ok: true, dryRun: true, rev: 1, timeline: { clipCount: 2 } });
    const checked = await api.send(account, 'POST', `/v1/projects/${id}/validate`, { commands });
    expect(checked.body).toMatchObject({ valid: true, results: [{ ok: true }] });
    expect(await clipCount(id)).toBe(1);
  });

  it('starts a project', async () => {
    const commands = [
      script("for (let i = 0; i < 3; i++) commands.addTextClip({ text: 'n' + i, start: i, duration: 1 })"),
    ];
    const { status, body } = await api.send(account, 'POST', '/v1/projects', { name: 'Scripted', commands });
    expect([status, body.project.clipCount]).toEqual([201, 3]);
  });

  it('uses the media that its text names', async () => {
    const id = await newProject();
    const add = (src: string) => `commands.addClip({ type: 'video', src: '${src}', start: 0, duration: 1 });`;
    const answer = await apply(id, [script(add('/fixtures/sample.mp4')), script(add('/fixtures/none.mp4'))]);
    expect(answer.body.results[0]).toMatchObject({ ok: true });
    expect(answer.body.results[1]).toMatchObject({ ok: false, error: expect.stringContaining('/fixtures/none.mp4') });
  });

  it('that throws leaves nothing behind, says where, and the other commands count', async () => {
    const id = await newProject();
    const source = "commands.addTextClip({ text: 'gone', start: 5, duration: 1 });\nthrow new Error('no beat found');";
    const answer = await apply(id, [script(source), title('kept', 1)]);
    expect(answer.body.ok).toBe(false);
    expect(answer.body.results[0].error).toMatch(/^The script was stopped: line 2: Error: no beat found/);
    expect(answer.body.results[1].ok).toBe(true);
    expect(await clipCount(id)).toBe(2);
  });

  it('that never ends is stopped at its limit while the API answers others', async () => {
    const id = await newProject();
    const order: string[] = [];
    const endless = apply(id, [script('for (;;) {}', 1_500), title('after', 1)]).then((answer) => {
      order.push('script');
      return answer;
    });
    const others = Promise.all(
      Array.from({ length: 5 }, async () => {
        const answer = await api.send(account, 'GET', '/v1/me');
        order.push('me');
        return answer.status;
      }),
    );
    expect(await others).toEqual([200, 200, 200, 200, 200]);
    const answer = await endless;
    expect(order).toEqual(['me', 'me', 'me', 'me', 'me', 'script']);
    expect(answer.body.results).toMatchObject([
      { ok: false, error: expect.stringContaining('longer than its limit of 1500 ms') },
      { ok: true },
    ]);
  });

  it.each([
    ['const all = []; for (;;) all.push(new Uint8Array(1e7));', /out of memory/, 5_000],
    ['const dig = () => dig() + 1; dig();', /stack|too deeply/],
    ["/^(a+)+$/.test('a'.repeat(40) + 'b')", /longer than its/],
    ['process.exit()', /process is not defined/],
    ["require('fs')", /require is not defined/],
    ["await import('fs')", /line 1|import/],
    ['this is no script', /SyntaxError/],
  ])('%s ends in an error of its own', async (source, error, timeoutMs?: number) => {
    const id = await newProject();
    const answer = await apply(id, [script(source, timeoutMs), title('after', 1)]);
    expect(answer.status).toBe(200);
    expect(answer.body.results[0].ok).toBe(false);
    expect(answer.body.results[0].error).toMatch(error);
    expect(answer.body.results[1].ok).toBe(true);
  });

  it('that makes the project too large is stopped, and nothing too large is saved', async () => {
    const id = await newProject();
    const source = [
      "const text = 'x'.repeat(9000);",
      'for (let start = 2; start < 52; start++) commands.addTextClip({ text, start, duration: 1, trackIndex: 2 });',
      'for (let i = 0; i < 40; i++) commands.duplicateTrack({ trackId: 2 });',
    ].join('\n');
    const copied = await apply(id, [script(source)]);
    expect(copied.status).toBe(413);
    expect(copied.body.error.message).toContain('far more than the limit');
    const commands = [script(source), script('log(1)'), script(`${source}\nlog(project.clips.length)`)];
    const read = await apply(id, commands, { dryRun: true });
    const [first, ...others] = read.body.results;
    expect(first.ok).toBe(true);
    for (const other of others) expect(other.error).toContain('too large for scripts');
    expect(await clipCount(id)).toBe(1);
  });

  it('that came late is told by 409, whatever it did', async () => {
    const id = await newProject();
    const { client } = api.deps.database;
    const { promise: slow, resolve } = Promise.withResolvers<Answer>();
    await client.$transaction(async (tx) => {
      await tx.project.update({ where: { id }, data: { rev: 2 } });
      apply(id, [script('commands.addTrack({ type: "text" })')]).then(resolve);
      // The script has run on rev 1 when its change waits for this one.
      await expect.poll(() => waitingForLocks(client)).toBe(1);
    });
    const answer = await slow;
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({ conflictCode: 'stale_rev', rev: 2 });
    const { tracks } = (await api.send(account, 'GET', `/v1/projects/${id}`)).body.project;
    expect(tracks).toHaveLength(4);
  });

  it('is not needed for a large batch to run in a thread of its own', async () => {
    const grow = "for (let i = 1; i < 190; i++) commands.addTextClip({ text: 'x', start: i, duration: 1 })";
    const id = await newProject();
    expect((await apply(id, [script(grow)])).body.timeline.clipCount).toBe(190);
    const { clips } = (await api.send(account, 'GET', `/v1/projects/${id}`)).body.project;
    const moves = Array.from({ length: 200 }, (_, i) => ({ op: 'setTransform', clipId: clips[i % 190].id, x: i }));
    const run = vi.spyOn(api.deps.threads, 'run');
    // On a busy machine a short command may exceed the time that the main thread has for it.
    const callsOfShort = async () => {
      run.mockClear();
      expect((await apply(await newProject(), [title('Two', 1)])).body.ok).toBe(true);
      return run.mock.calls.length;
    };
    await expect.poll(callsOfShort, { timeout: 60_000 }).toBe(0);
    const answer = await apply(id, moves);
    expect(run).toHaveBeenCalledOnce();
    expect(answer.body).toMatchObject({ ok: true, rev: 3, timeline: { clipCount: 190 } });
    run.mockRestore();
  });

  it('that the plan lacks is what the hint points at, alone or beside what failed', async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    const id = await newProject(hobby);
    const hintOf = async (commands: object[]) => (await apply(id, commands, {}, hobby)).body.hint;
    expect(await hintOf([script('1')])).toBe('Nothing was saved: no command succeeded. See blocked.');
    expect(await hintOf([script('1'), { op: 'removeClips', clipIds: ['none'] }])).toMatch(
      /^Nothing was saved: .* See results\[\]\.error and blocked\.$/,
    );
    expect(await hintOf([script('1'), title('Two', 1)])).toMatch(/^Saved what succeeded; see blocked for the rest\. /);
    expect(await hintOf([title('Three', 2)])).toMatch(/^Saved\. /);
  });

  it('that the plan lacks is not ok: it was sent and did not run', async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    const id = await newProject(hobby);
    const commands = [script('1'), title('Two', 1)];
    expect((await apply(id, commands, {}, hobby)).body).toMatchObject({ ok: false, results: [{ ok: true }] });
    const checked = await api.send(hobby, 'POST', `/v1/projects/${id}/validate`, { commands });
    expect(checked.body).toMatchObject({ valid: false, results: [{ ok: true }], blocked: [{ op: 'runScript' }] });
    const dry = await apply(id, commands, { dryRun: true }, hobby);
    expect(dry.body.hint).toBe(
      'Nothing was saved. Send the same commands without dryRun to save them. Not all of them succeed: see blocked.',
    );
  });

  it('that changes nothing leaves the project at its rev', async () => {
    const id = await newProject();
    const answer = await apply(id, [script('log(project.clips.length)')]);
    expect(answer.body).toMatchObject({ ok: true, rev: 1, hint: 'Nothing was saved: the commands change nothing.' });
    expect((await api.send(account, 'GET', `/v1/projects/${id}`)).body.project.rev).toBe(1);
  });

  it('is blocked where the plan lacks it, also as a command of another', async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    const id = await newProject(hobby);
    const commands = [script('log(1)'), { op: 'importTimeline', format: 'edl', data: 'TITLE: x' }, title('Two', 1)];
    const answer = await apply(id, commands, {}, hobby);
    expect(answer.body.blocked.map(({ op, index }: { op: string; index: number }) => [op, index])).toEqual([
      ['runScript', 0],
      ['importTimeline', 1],
    ]);
    expect(answer.body.results).toHaveLength(1);
  });
});
