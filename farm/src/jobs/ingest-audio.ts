import path from 'node:path';
import { type IngestJob, type IngestResult, ingestQueue, objectKeys } from '@framemill/scheduler/protocol';
import { retryWhileAway } from '../cache/store-retry.ts';
import { ingest, ingestJob } from './ingest.ts';
import { defineJob, type JobContext } from './job-kind.ts';

/** Job kind that produces analysis, waveform and peaks of a media file's audio. */
export const ingestAudioKind = defineJob({
  name: 'ingest-sound',
  queue: () => ingestQueue.sound,
  ...ingestJob,
  run: (job, context) => ingest(job, context, (source) => measureAudio(job, context, source)),
});

async function measureAudio(job: IngestJob, context: JobContext, source: string): Promise<Partial<IngestResult>> {
  const { accountId, facts } = job;
  const analysisPath = path.join(context.scratchDir, 'analysis.json');
  const waveformPath = path.join(context.scratchDir, 'waveform.json');
  const peaksPath = path.join(context.scratchDir, 'peaks.bin');
  const paths = { analysisPath, waveformPath, peaksPath };
  const { peakLevels } = await context.runTask({ type: 'ingest-sound', path: source, ...paths });

  const analysisKey = objectKeys.analysis(accountId, facts.sha256);
  const waveformKey = objectKeys.waveform(accountId, facts.sha256);
  const { store, signal } = context;
  const peaksKey = objectKeys.peaks(accountId, facts.sha256);
  const put = (key: string, file: string, contentType: string) =>
    retryWhileAway(signal, () => store.putFile(key, file, { contentType, signal }));
  await put(analysisKey, analysisPath, 'application/json');
  await put(waveformKey, waveformPath, 'application/json');
  await put(peaksKey, peaksPath, 'application/octet-stream');
  return { analysisKey, waveformKey, peaks: { objectKey: peaksKey, levels: peakLevels } };
}
