import { defaultPlans } from '@framemill/scheduler';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../src/auth/caller.ts';
import { creditBalance } from '../src/credits/ledger.ts';
import { creditsFor } from '../src/generation/generation-costs.ts';
import {
  beginGeneration,
  completeGeneration,
  failGeneration,
  LEASE_MS,
  renewLease,
} from '../src/generation/generation-job.ts';
import { runCharged } from '../src/generation/run-charged.ts';
import { reapGenerations } from '../src/generation/start-generations.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);

async function newCaller(plan = 'hobby'): Promise<Caller> {
  const { accountId, appId, keyId } = await api.account({ plan });
  const credential = { type: 'api_key' as const, keyId, appId, environment: 'live' as const, scopes: [] };
  return { accountId, plan: defaultPlans.find(plan), credential, limiterKey: keyId, requestsPerMinute: 20 };
}
const call = { kind: 'speech' as const, credits: 1, reason: 'speech', request: null };
const done = { provider: 'test', mediaIds: [] };
const balanceOf = (caller: Caller) => creditBalance(api.deps.database.client, caller.accountId);
const later = (ms: number) => new Date(Date.now() + ms);

describe('a charged call', () => {
  it('costs what the table says', () => {
    expect(creditsFor.planner()).toBe(5);
    expect([0.1, 10, 10.01, 61].map(creditsFor.transcription)).toEqual([1, 1, 2, 7]);
    expect(['a', 'a'.repeat(100), 'a'.repeat(101), '😀'.repeat(100)].map(creditsFor.speech)).toEqual([1, 1, 2, 1]);
    expect([creditsFor.image(3), creditsFor.sticker(), creditsFor.video(5)]).toEqual([30, 8, 100]);
  });

  it('is paid when it gives a result, and says what is left', async () => {
    const caller = await newCaller();
    const { result, credits } = await runCharged(api.deps, caller, { ...call, credits: 3 }, async () => done);
    expect([result, credits]).toEqual([done, { charged: 3, remaining: 47 }]);
    expect(await balanceOf(caller)).toBe(47);
  });

  it('is given back when it fails, and its error goes on', async () => {
    const caller = await newCaller();
    const broken = runCharged(api.deps, caller, call, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(await balanceOf(caller)).toBe(50);
    const [job] = await api.deps.database.client.generationJob.findMany({ where: { accountId: caller.accountId } });
    expect(job).toMatchObject({ status: 'FAILED', error: 'The service failed.' });
  });

  it('is refused whole when the credits do not suffice', async () => {
    const caller = await newCaller();
    const refused = runCharged(api.deps, caller, { ...call, credits: 51 }, async () => done);
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_credits', details: { remaining: 50 } });
    expect(await api.deps.database.client.generationJob.count({ where: { accountId: caller.accountId } })).toBe(0);
  });

  it('never takes a balance below zero: 200 at once', async () => {
    const caller = await newCaller();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        runCharged(api.deps, caller, { ...call, credits: 1 }, () =>
          index % 4 === 0 ? Promise.reject(new Error('broken')) : Promise.resolve(done),
        ),
      ),
    );
    const paid = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const completed = await api.deps.database.client.generationJob.count({
      where: { accountId: caller.accountId, status: 'COMPLETED' },
    });
    // One after the other: fifty find a credit, every fourth of these gives it back.
    expect([paid, completed, await balanceOf(caller)]).toEqual([37, 37, 13]);
    const reasons = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [one.reason.code ?? one.reason.message] : [],
    );
    expect(reasons.toSorted()).toEqual([
      ...Array.from({ length: 13 }, () => 'broken'),
      ...Array.from({ length: 150 }, () => 'insufficient_credits'),
    ]);
  });
});

describe('a charged call whose process is gone', () => {
  it('ends with a refund, once, and its media go with it', async () => {
    const caller = await newCaller();
    const { database } = api.deps;
    const job = await beginGeneration(api.deps, caller, { ...call, credits: 7 });
    await database.client.media.create({
      data: {
        ...{ id: `med_${job.id}`, accountId: caller.accountId, name: 'x', sizeBytes: 1, sha256: job.id },
        ...{ objectKey: `uploads/${job.id}.wav`, generationId: job.id },
      },
    });
    expect(await balanceOf(caller)).toBe(43);
    await reapGenerations(database, later(LEASE_MS / 2));
    expect(await balanceOf(caller)).toBe(43);
    await Promise.all([1, 2, 3].map(() => reapGenerations(database, later(LEASE_MS + 1_000))));
    expect(await balanceOf(caller)).toBe(50);
    expect(await database.client.media.count({ where: { generationId: job.id } })).toBe(0);
    expect(await completeGeneration(database, job.id, done)).toBe(false);
    expect(await renewLease(database, job.id)).toBe(false);
    expect(await failGeneration(database, job.id, 'again')).toBe(false);
    expect(await balanceOf(caller)).toBe(50);
  });

  it('is left alone while it lives, and when it can be gone on with', async () => {
    const caller = await newCaller('studio');
    const { database } = api.deps;
    const living = await beginGeneration(api.deps, caller, call);
    const video = await beginGeneration(api.deps, caller, { ...call, kind: 'video', request: { prompt: 'x' } });
    expect(await renewLease(database, living.id, later(LEASE_MS))).toBe(true);
    await reapGenerations(database, later(LEASE_MS + 1_000));
    const rows = await database.client.generationJob.findMany({ where: { id: { in: [living.id, video.id] } } });
    expect(rows.map(({ status }) => status)).toEqual(['PROCESSING', 'PROCESSING']);
    await failGeneration(database, living.id, 'end of the test');
    await failGeneration(database, video.id, 'end of the test');
  });
});
