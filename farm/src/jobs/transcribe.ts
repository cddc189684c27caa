import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  mostTranscribedSec,
  parseScript,
  parseTranscribeJob,
  type TranscribeJob,
  type TranscribeResult,
  type Transcription,
  transcribeQueue,
} from '@framemill/scheduler/protocol';
import { retryWhileAway } from '../cache/store-retry.ts';
import { readFarmObject } from './farm-object.ts';
import { mediaFolder } from './fetch-media.ts';
import { defineJob, type JobContext } from './job-kind.ts';

/** Time limit in ms: a user waits for the result, so a longer transcription is given up. */
const limitMs = 300_000;

/**
 * Job kind that transcribes the speech of a media file, or aligns the words of a script with it. Nodes with
 * pocketsphinx serve it.
 */
export const transcribeKind = defineJob({
  name: 'transcribe',
  queue: () => transcribeQueue,
  needsPocketsphinx: true,
  lane: 'ingest',
  priority: 0,
  parse: parseTranscribeJob,
  renderId: () => null,
  run: transcribe,
});

async function transcribe(job: TranscribeJob, context: JobContext): Promise<TranscribeResult> {
  const { store, patience, signal, scratchDir } = context;
  const script =
    job.scriptKey === null ? null : await readFarmObject(store, job.scriptKey, parseScript, { patience, signal });
  const folder = mediaFolder(context);
  await mkdir(folder, { recursive: true });
  const source = await context.media.linkInto(folder, job, signal);
  const mostSec = script === null ? mostTranscribedSec.auto : mostTranscribedSec.script;
  const task = { type: 'transcribe' as const, path: source, script, folder: scratchDir, mostSec };
  const { durationSec, aligned, words } = await context.runTask(task, undefined, { lane: 'ingest', limitMs });
  const transcription: Transcription = { aligned, words };
  const file = path.join(scratchDir, 'transcription.json');
  await writeFile(file, JSON.stringify(transcription));
  await retryWhileAway(signal, () => store.putFile(job.outKey, file, { contentType: 'application/json', signal }));
  return { durationSec };
}
