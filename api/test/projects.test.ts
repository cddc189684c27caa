import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);
const account = forSuite(() => api.account());

const title = (text: string, start = 0) => ({ op: 'addTextClip', text, start, duration: 2, style: { fontSize: 80 } });

async function newProject(commands: object[] = [title('Hello')]): Promise<string> {
  const answer = await api.send(account, 'POST', '/v1/projects', { name: 'Film', commands });
  expect(answer.status).toBe(201);
  return answer.body.project.id;
}

describe('the limits that the schema of commands says', () => {
  const filled = (text: string) => text.replace('...', 'x'.repeat(900_000 - text.length + 3));
  const words = Array.from({ length: 15_000 }, (_, k) => ({
    ...{ text: 'wonderful,', start: (k * 4) / 10, end: (k * 4 + 3) / 10 },
  }));
  it.each([
    { op: 'importSubtitles', format: 'vtt', data: filled('WEBVTT\n\nNOTE ...\n\n00:01.000 --> 00:02.000\nHi\n') },
    {
      ...{ op: 'importTimeline', format: 'edl' },
      data: filled(
        'TITLE: Cut\n* ...\n001  AX       V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00\n* FROM ' +
          'CLIP NAME: a.mp4\n',
      ),
      mediaMap: { 'a.mp4': '/fixtures/sample.mp4' },
    },
    { op: 'addCaptions', words },
  ])(
    'fit into a request: $op',
    async (command) => {
      const { status, body } = await api.send(account, 'POST', '/v1/projects', { name: 'Large', commands: [command] });
      expect([status, body.error, body.results?.[0]]).toMatchObject([201, undefined, { ok: true }]);
    },
    60_000,
  );
});

describe('the import of a project', () => {
  const send = (body: object, as = account) => api.send(as, 'POST', '/v1/projects/import', body);
  const clip = (src: string) => ({ asset: { type: 'video', src }, start: 0, length: 2 });
  const edit = (...clips: object[]) => ({ timeline: { tracks: [{ clips }] }, output: { format: 'gif' } });

  it('uses the media of the map, and replaceMedia puts in those that are missing', async () => {
    const file = edit(clip('https://media.example.org/boat.mp4'), {
      ...clip('https://media.example.org/b.mp4'),
      start: 2,
    });
    const answer = await send({ file, name: 'Boats', mediaMap: { 'boat.mp4': '/fixtures/sample.mp4' } });
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    const { project, missing, render, format } = answer.body;
    expect([project.name, format, render]).toEqual(['Boats', 'shotstack', { format: 'gif' }]);
    expect(missing).toMatchObject([{ src: 'https://media.example.org/b.mp4', type: 'video', name: 'b.mp4' }]);
    const commands = [{ op: 'replaceMedia', clipId: missing[0].clipIds[0], src: '/fixtures/sample.mp4' }];
    const replaced = await api.send(account, 'POST', `/v1/projects/${project.id}/commands`, { commands });
    expect(replaced.body.results).toMatchObject([{ ok: true }]);
    const read = await api.send(account, 'GET', `/v1/projects/${project.id}?view=document`);
    expect(read.body.project.document.clips).toMatchObject([
      { type: 'video', src: '/fixtures/sample.mp4' },
      { type: 'video', src: '/fixtures/sample.mp4', start: 2, duration: 2 },
    ]);
  });

  it('takes text as well as JSON, and needs the plan of importTimeline for other formats', async () => {
    expect((await send({ file: JSON.stringify(edit(clip('a.mp4'))) })).body).toMatchObject({ format: 'shotstack' });
    const edl = 'TITLE: Cut\n001  AX       V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00\n';
    expect((await send({ file: edl })).body).toMatchObject({ format: 'edl', project: { name: 'Cut' } });
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    const refused = await send({ file: edl }, hobby);
    expect([refused.status, refused.body.error.code]).toEqual([402, 'plan_required']);
  });
});

describe('templates', () => {
  const create = (body: object) => api.send(account, 'POST', '/v1/projects', { name: 'Film', ...body });

  it('are listed with posters that are there, and each makes a project as it is', async () => {
    const { status, body } = await api.send(account, 'GET', '/v1/templates');
    expect([status, body.templates.length >= 12]).toEqual([200, true]);
    for (const { id, posterUrl, durationSec } of body.templates) {
      const poster = await api.inject({ method: 'GET', url: posterUrl });
      expect([id, poster.status, poster.headers['content-type']]).toEqual([id, 200, 'image/jpeg']);
      const made = await create({ templateId: id });
      expect([id, made.status, made.body.project?.durationSec]).toEqual([id, 201, durationSec]);
      expect(made.body.results).toEqual([]);
    }
  });

  it('show what is filled in, and commands come on top', async () => {
    const { body } = await create({
      templateId: 'quote',
      variables: { words: 'Sow now', accent: 'rebeccapurple' },
      commands: [title('Mine'), { op: 'setTransform', clipId: '$0.clipId', y: 100 }],
    });
    expect(body.results).toMatchObject([{ ok: true }, { ok: true }]);
    const { body: read } = await api.send(account, 'GET', `/v1/projects/${body.project.id}?view=document`);
    const texts = read.project.document.clips.flatMap(
      (clip: { textStyle?: { content: string } }) => clip.textStyle?.content ?? [],
    );
    expect(texts).toEqual(expect.arrayContaining(['Sow now', 'A film editor', 'Mine']));
  });

  it.each([
    [{ templateId: 'quotes' }, /templateId: "quotes" is not known\. Did you mean "quote"\? Use /],
    [
      { templateId: 'quote', variables: { word: 'x' } },
      /variables: "word" is not known\. Did you mean "words"\? Use words, author/,
    ],
    [
      { templateId: 'quote', variables: { accent: 'bluish' } },
      /variables: the template "quote" cannot use these values: .*bluish/,
    ],
    [
      { templateId: 'product', variables: { photo: 'med_not_mine' } },
      /variables: the template "product" cannot use these values: /,
    ],
    [{ variables: { words: 'x' } }, /variables: values were sent without a template\. Send templateId as well\./],
  ])('refuse %j in words', async (body, says) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(says)]);
  });
});

describe('creating a project', () => {
  it('runs the commands, keeps what succeeded and says what failed', async () => {
    const commands = [title('One'), { op: 'addTextClip' }, { op: 'noSuchOp' }];
    const answer = await api.send(account, 'POST', '/v1/projects', { name: 'Mixed', commands });
    expect(answer.status).toBe(201);
    expect(answer.body.results.map((result: { ok: boolean }) => result.ok)).toEqual([true, false, false]);
    expect(answer.body.results[1].error).toBeTypeOf('string');
    expect(answer.body.project).toMatchObject({ name: 'Mixed', clipCount: 1, durationSec: 2, rev: 1 });
    expect(answer.body.project.settings).toMatchObject({ aspectRatio: '16:9', width: 1920, height: 1080, fps: 30 });
    expect(answer.body).toMatchObject({
      hint: expect.stringMatching(/^Created with what succeeded\. See results\[\]\.error and send/),
      blocked: [],
      lint: expect.any(Array),
      suggestedPreviewTimes: expect.any(Array),
    });
  });

  it('says in the first line when none of the commands succeeded', async () => {
    const send = (body: object) => api.send(account, 'POST', '/v1/projects', { name: 'Empty', ...body });
    const answer = await send({ commands: [{ op: 'noSuchOp' }, { op: 'addTextClip' }] });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body)[0]).toBe('hint');
    expect(answer.body.hint).toMatch(/^Created empty: none of its 2 commands succeeded\. See results\[\]\.error/);
    expect((await send({})).body.hint).toMatch(/^Created, still empty\./);
    const atomic = await send({ commands: [title('One'), { op: 'noSuchOp' }], atomic: true });
    expect(atomic.body).toMatchObject({
      hint: expect.stringMatching(/^Created empty: the batch is atomic/),
      project: { clipCount: 0 },
    });
  });

  it('stops at the number of projects of the plan, also for two at once', async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    const create = () => api.send(hobby, 'POST', '/v1/projects', { name: 'p' });
    for (let index = 0; index < 4; index += 1) expect((await create()).status).toBe(201);
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 402, 402]);
    expect(answers.find((answer) => answer.status === 402)?.body.error.code).toBe('quota_exceeded');
  });

  it('names plan-gated commands instead of running them', async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    const commands = [{ op: 'runScript', source: '1' }, title('x')];
    const answer = await api.send(hobby, 'POST', '/v1/projects', { name: 'gated', commands });
    expect(answer.body.blocked).toMatchObject([{ op: 'runScript', index: 0 }]);
    expect(answer.body.results).toHaveLength(1);
  });
});

describe('reading projects', () => {
  it('shows clips by default, and the document verbatim on request', async () => {
    const id = await newProject([title('A'.repeat(300))]);
    const clips = (await api.send(account, 'GET', `/v1/projects/${id}`)).body.project;
    expect(clips.tracks).toHaveLength(4);
    expect(clips.clips).toMatchObject([{ type: 'text', start: 0, duration: 2, text: 'A'.repeat(120), effects: [] }]);
    expect(clips.document).toBeUndefined();
    const { document } = (await api.send(account, 'GET', `/v1/projects/${id}?view=document`)).body.project;
    expect(document).toMatchObject({ version: 2, settings: { name: 'Film' } });
    const summary = (await api.send(account, 'GET', `/v1/projects/${id}?view=summary`)).body.project;
    expect(Object.keys(summary)).not.toContain('clips');
  });

  it('lists newest first in pages, every project once', async () => {
    const owner = await api.account();
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      made.push((await api.send(owner, 'POST', '/v1/projects', { name: `p${index}` })).body.project.id);
    }
    const seen: string[] = [];
    let url = '/v1/projects?limit=3';
    for (let page = 0; page < 5; page += 1) {
      const { body } = await api.send(owner, 'GET', url);
      seen.push(...body.projects.map((project: { id: string }) => project.id));
      if (body.nextCursor === null) break;
      url = `/v1/projects?limit=3&cursor=${body.nextCursor}`;
    }
    expect(seen).toHaveLength(7);
    expect([...seen].sort()).toEqual([...made].sort());
    expect(seen[0]).toBe(made.at(-1));
    const { nextCursor } = (await api.send(owner, 'GET', '/v1/projects?limit=3')).body;
    for (const list of ['media', 'renders', 'workspaces']) {
      const { status, body } = await api.send(owner, 'GET', `/v1/${list}?cursor=${nextCursor}`);
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('is not a cursor of this list')]);
    }
  });

  it('refuses documents in lists with a note and shows clips', async () => {
    const owner = await api.account();
    await api.send(owner, 'POST', '/v1/projects', { name: 'x', commands: [title('t')] });
    const { body } = await api.send(owner, 'GET', '/v1/projects?view=document');
    expect(body.note).toContain('view=document');
    expect(body.projects[0].clips).toHaveLength(1);
    expect(body.projects[0].document).toBeUndefined();
  });
});

describe('changing projects', () => {
  it('applies commands and counts the revision up', async () => {
    const id = await newProject();
    const answer = await api.send(account, 'POST', `/v1/projects/${id}/commands`, { commands: [title('Two', 2)] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      projectId: id,
      ok: true,
      dryRun: false,
      rev: 2,
      timeline: { clipCount: 2, durationSec: 4 },
      hint: expect.stringContaining('preview'),
    });
    expect(answer.body.results[0].data.clipId).toBeTypeOf('string');
  });

  it('saves nothing on dryRun, nor when no command succeeds', async () => {
    const id = await newProject();
    const path = `/v1/projects/${id}/commands`;
    const dry = await api.send(account, 'POST', path, { commands: [title('x', 5)], dryRun: true });
    expect(dry.body).toMatchObject({ ok: true, dryRun: true, timeline: { clipCount: 2 } });
    const failed = await api.send(account, 'POST', path, { commands: [{ op: 'noSuchOp' }] });
    expect(failed.body).toMatchObject({ ok: false, rev: 1 });
    expect((await api.send(account, 'GET', `/v1/projects/${id}`)).body.project).toMatchObject({ clipCount: 1, rev: 1 });
  });

  it('answers 409 stale_rev with the present rev when the sent rev is old', async () => {
    const id = await newProject();
    const path = `/v1/projects/${id}/commands`;
    await api.send(account, 'POST', path, { commands: [title('x', 2)], rev: 1 });
    const answer = await api.send(account, 'POST', path, { commands: [title('y', 4)], rev: 1 });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({ code: 'invalid_request', conflictCode: 'stale_rev', rev: 2 });
  });

  it('lets no change of two at once get lost: the slower one answers 409', async () => {
    const id = await newProject([]);
    const path = `/v1/projects/${id}/commands`;
    let saved = 0;
    let refused: Awaited<ReturnType<typeof api.send>>[] = [];
    // Calls that come together need not meet.
    for (let rounds = 0; rounds < 20 && refused.length === 0; rounds++) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          api.send(account, 'POST', path, { commands: [title(`t${index}`, (saved + index) * 2)] }),
        ),
      );
      saved += answers.filter((answer) => answer.status === 200).length;
      refused = answers.filter((answer) => answer.status !== 200);
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error.conflictCode}`))).toEqual(
      new Set(['409 stale_rev']),
    );
    const { project } = (await api.send(account, 'GET', `/v1/projects/${id}`)).body;
    expect([project.clipCount, project.rev]).toEqual([saved, saved + 1]);
  });

  it('saves what changed beside the clips and leaves the rest of the document', async () => {
    const id = await newProject();
    const send = (...commands: object[]) => api.send(account, 'POST', `/v1/projects/${id}/commands`, { commands });
    const read = async () => (await api.send(account, 'GET', `/v1/projects/${id}?view=document`)).body.project.document;
    const before = await read();
    const marked = await send({ op: 'addMarkers', markers: [{ time: 1, label: "it's" }] });
    const [markerId] = marked.body.results[0].data.markerIds;
    expect(await read()).toEqual({ ...before, markers: [{ id: markerId, time: 1, label: "it's" }] });
    await send({ op: 'setProjectSettings', name: 'Renamed' }, { op: 'updateTrack', trackId: 1, muted: true });
    const after = await read();
    expect(after).toMatchObject({ settings: { name: 'Renamed' }, clips: before.clips, markers: [{ id: markerId }] });
    expect(after.tracks[1].muted).toBe(true);
    await send({ op: 'removeMarkers', all: true });
    expect((await read()).markers ?? []).toEqual([]);
    await send({ op: 'clearTimeline' });
    expect(await read()).toMatchObject({ clips: [], settings: { name: 'Renamed' } });
  });

  it('applies an atomic batch as a whole or not at all, and lets a command name what an earlier one made', async () => {
    const id = await newProject();
    const send = (commands: object[]) =>
      api.send(account, 'POST', `/v1/projects/${id}/commands`, { commands, atomic: true });
    const moved = { op: 'setTransform', clipId: '$0.clipId', x: 40 };
    const refused = await send([title('b', 4), { ...moved, clipId: '$0.clip' }]);
    expect(refused.body).toMatchObject({
      ok: false,
      rev: 1,
      timeline: { clipCount: 1 },
      hint: 'Nothing was saved: the batch is atomic and not every command succeeded. See results[].error.',
    });
    expect(refused.body.results[1].error).toContain('returned no clip; it returned clipId, trackIndex.');
    expect((await send([title('b', 4), moved])).body).toMatchObject({ ok: true, rev: 2, timeline: { clipCount: 2 } });
    const { document } = (await api.send(account, 'GET', `/v1/projects/${id}?view=document`)).body.project;
    expect(document.clips[1].x).toBe(40);
  });

  it('validates without saving, with a read scope only', async () => {
    const id = await newProject();
    const reader = await api.key(account, { scopes: ['projects.read'] });
    const answer = await api.send(reader, 'POST', `/v1/projects/${id}/validate`, {
      commands: [title('z'), { op: 'nope' }],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ valid: false, results: [{ ok: true }, { ok: false }], blocked: [] });
    expect((await api.send(account, 'GET', `/v1/projects/${id}`)).body.project.clipCount).toBe(1);
  });

  it('measures texts with their fonts before it says that they leave the canvas', async () => {
    const about = async (text: string) => {
      const { body } = await api.send(account, 'POST', '/v1/projects', { name: 'Wide', commands: [title(text)] });
      const preview = await api.send(account, 'GET', `/v1/projects/${body.project.id}/preview`);
      expect(preview.body.lint).toEqual(body.lint);
      return body.lint.map((entry: { message: string }) => entry.message).join();
    };
    expect(await about('i'.repeat(60))).not.toContain('leaves');
    expect(await about('W'.repeat(60))).toContain('leaves the canvas');
  });

  it('renames the row and the document alike', async () => {
    const id = await newProject();
    const answer = await api.send(account, 'PATCH', `/v1/projects/${id}`, { name: 'Second cut' });
    expect(answer.body.project).toMatchObject({ name: 'Second cut', rev: 2 });
    const { project } = (await api.send(account, 'GET', `/v1/projects/${id}?view=document`)).body;
    expect(project.document.settings.name).toBe('Second cut');
  });

  it('deletes once; the second call answers 404', async () => {
    const id = await newProject();
    const first = await api.send(account, 'DELETE', `/v1/projects/${id}`);
    expect([first.status, first.body]).toEqual([200, { id, deleted: true }]);
    expect((await api.send(account, 'DELETE', `/v1/projects/${id}`)).status).toBe(404);
  });

  it('lists every command in the schema with its parameters', async () => {
    const { schema } = (await api.send(account, 'GET', '/v1/schema/commands')).body;
    expect(schema.commands.addClip).toMatchObject({ description: expect.any(String), params: expect.any(Object) });
    expect(schema.enums.aspectRatio).toEqual(['16:9', '9:16', '1:1', '4:5', '4:3', '21:9']);
  });
});
