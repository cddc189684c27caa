import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { fixtureFolder } from '../fixtures/publish-fixtures.ts';
import { newId } from '../ids.ts';
import { type JobRecord, jobRecord } from './job-record.ts';
import { storeGenerated } from './store-generated.ts';

/** Creates a COMPLETED job with the sample video, for test keys. Nothing is charged. */
export async function sampleVideoJob(deps: ApiDeps, caller: Caller, name: string): Promise<JobRecord> {
  const file = { data: await readFile(path.join(fixtureFolder, 'sample.mp4')) };
  const media = await storeGenerated(deps, caller, { generationId: null, file, name, kinds: ['video'] });
  const { accountId, credential } = caller;
  const now = new Date();
  const row = await deps.database.client.generationJob.create({
    data: {
      ...{ id: newId('job'), accountId, appId: credential.appId, kind: 'video', status: 'COMPLETED', progress: 100 },
      ...{ credits: 0, provider: 'sample', mediaIds: [media.id], leaseUntil: now, endedAt: now },
    },
  });
  return jobRecord(row, media);
}
