import { strictLimits } from '@framemill/compositor/plan';
import { objectKeys } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { measured } from './measured-report.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);
let projectId: string;
const account = forSuite(() => api.account());
beforeAll(async () => {
  const commands = [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 2 }];
  projectId = (await api.send(account, 'POST', '/v1/projects', { name: 'r', commands })).body.project.id;
});

const renders = () => api.deps.database.client.render;
const reports = () => api.deps.database.client.renderReport;
const order = async (more: object = {}) =>
  (await api.send(account, 'POST', '/v1/renders', { projectId, ...more })).body.render.id as string;
const report = async (id: string, query = '') =>
  (await api.send(account, 'GET', `/v1/renders/${id}/report${query}`)).body;

/** Completes or fails a render, as the farm does. */
async function finish(id: string, status: 'COMPLETED' | 'FAILED' = 'COMPLETED'): Promise<void> {
  const now = new Date();
  await renders().update({
    where: { id },
    data: { status, stage: 'done', startedAt: now, completedAt: now, url: '/exports/x.mp4' },
  });
}
async function measure(id: string): Promise<void> {
  await api.deps.store.put(objectKeys.report(id), Buffer.from(JSON.stringify(measured)));
  await reports().upsert({
    ...{ where: { renderId: id }, create: { renderId: id, status: 'DONE', doneAt: new Date() } },
    update: { status: 'DONE', doneAt: new Date() },
  });
}

describe('the report of a render', () => {
  it('is PENDING without a file, ordered by the first who asks for it, and READY with what was measured', async () => {
    const id = await order();
    expect((await report(id)).report).toMatchObject({
      status: 'PENDING',
      error: null,
      qc: null,
      sizeBytes: null,
      findings: [],
    });
    expect(await reports().count({ where: { renderId: id } })).toBe(0);
    await finish(id);
    expect((await report(id)).report).toMatchObject({ renderId: id, output: 0, status: 'MEASURING', passed: null });
    expect((await report(id)).report.status).toBe('MEASURING');
    expect(await reports().findUnique({ where: { renderId: id } })).toMatchObject({ status: 'PENDING', attempt: 1 });
    await measure(id);
    expect((await report(id)).report).toMatchObject({
      ...{ ...measured, status: 'READY', qc: null, passed: null },
      stages: { waitedSec: expect.any(Number), totalSec: expect.any(Number), renderedSec: null, slotSec: 0 },
    });
  });

  it('stays readable when the render fails for its limits, and says that it did not pass', async () => {
    const id = await order({ qc: 'strict' });
    expect((await renders().findUniqueOrThrow({ where: { id } })).qc).toEqual(strictLimits);
    await measure(id);
    await finish(id, 'FAILED');
    expect((await report(id)).report).toMatchObject({
      status: 'READY',
      qc: strictLimits,
      passed: false,
      broken: measured.broken,
    });
  });

  it('says why there is none: the render ended without a file, or it could not be measured', async () => {
    const id = await order({ qc: { maxBlackSec: 1 } });
    await renders().update({ where: { id }, data: { status: 'CANCELLED', stage: 'done' } });
    expect((await report(id)).report).toMatchObject({ status: 'FAILED', error: 'The render ended without a file.' });
    await reports().create({ data: { renderId: id, status: 'FAILED', error: 'the decoder gave up' } });
    expect((await report(id)).report).toMatchObject({ status: 'FAILED', error: 'the decoder gave up', passed: null });
  });

  it('is one of each output, and refuses an output that there is not or that is text', async () => {
    const id = await order({ qc: 'strict', outputs: [{ format: 'mp4' }, { format: 'webm' }, { format: 'srt' }] });
    const [webm] = await renders().findMany({ where: { parentId: id }, orderBy: { outputIndex: 'asc' } });
    expect(webm?.qc).toEqual(strictLimits);
    await finish(webm?.id ?? '');
    await measure(webm?.id ?? '');
    expect((await report(id, '?output=1')).report).toMatchObject({
      renderId: id,
      output: 1,
      status: 'READY',
      passed: false,
    });
    expect((await report(id, '?output=2')).error).toMatchObject({ code: 'invalid_request', field: 'query.output' });
    expect((await report(id, '?output=3')).error).toMatchObject({ code: 'invalid_request', field: 'query.output' });
    expect((await report(id, '?output=many')).error.code).toBe('invalid_request');
  });

  it('is that of nobody else, and gone when its month is over', async () => {
    const id = await order();
    await finish(id);
    const other = await api.account();
    expect((await api.send(other, 'GET', `/v1/renders/${id}/report`)).status).toBe(404);
    expect((await api.send(account, 'GET', '/v1/renders/rnd_none/report')).status).toBe(404);
    await measure(id);
    await api.deps.store.delete(objectKeys.report(id));
    expect((await report(id)).error).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('kept for a month'),
    });
  });

  it('of a test key is one without a finding, at once', async () => {
    const test = await api.account({ environment: 'test' });
    const made = await api.send(test, 'POST', '/v1/projects', {
      name: 'r',
      commands: [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 2 }],
    });
    const { render } = (await api.send(test, 'POST', '/v1/renders', { projectId: made.body.project.id, qc: 'strict' }))
      .body;
    const found = (await api.send(test, 'GET', `/v1/renders/${render.id}/report`)).body.report;
    expect(found).toMatchObject({ status: 'READY', passed: true, findings: [], broken: [] });
  });
});

it('limits that are unknown or out of range are refused, not passed over', async () => {
  for (const qc of ['lenient', { maxBlakSec: 0 }, { minContrast: 40 }, { maxUpscale: 'much' }, 5, []]) {
    const answer = await api.send(account, 'POST', '/v1/renders', { projectId, qc });
    expect({ qc, status: answer.status }).toEqual({ qc, status: 400 });
    expect(answer.body.error.message).toContain('qc');
  }
});
