import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withPatience } from '@framemill/infra/process';
import {
  type IngestJob,
  type IngestResult,
  ingestJobs,
  mostTranscribedSec,
  objectKeys,
  type ProbeJob,
  type ProbeResult,
  parseScript,
  probeJob,
  type TranscribeJob,
  type TranscribeResult,
  type Transcription,
  transcribeJob,
} from '@framemill/scheduler/protocol';
import { readFarmObject, readingOf, retryWhileAway } from '../cache/store-patience.ts';
import { ChildLost } from '../children/child-lost.ts';
import { mediaFolder } from './fetch-media.ts';
import { FaultySource } from './find-faulty-source.ts';
import { defineNodeJob, type JobContext } from './job-kind.ts';
import { uploadArtifact } from './store-segments.ts';

/** Job kind that probes an uploaded file. A file that is not usable media fails permanently, with the reason. */
export const probeKind = defineNodeJob(probeJob, { lane: 'probe', priority: 0, run: probe });

async function probe(job: ProbeJob, context: JobContext): Promise<ProbeResult> {
  return { facts: await context.runTask({ type: 'probe', path: await fetchUpload(job, context) }) };
}

// Fetched through the cache, where the ingest that follows finds the file.
async function fetchUpload({ objectKey, sha256, sizeBytes }: ProbeJob, context: JobContext): Promise<string> {
  if (sha256 !== undefined && sizeBytes !== undefined) {
    const folder = mediaFolder(context);
    await mkdir(folder, { recursive: true });
    return context.media.linkInto(folder, { objectKey, sha256, sizeBytes }, context.signal);
  }
  const file = path.join(context.scratchDir, 'upload');
  await withPatience(() => context.store.getFile(objectKey, file), readingOf(context));
  return file;
}

/**
 * Downloads the source of an ingest job, runs `make` on it and records the duration in the metrics. Throws
 * `FaultySource` when the task makes its render child fail, because an ingest reads only one file.
 */
async function ingest(
  job: IngestJob,
  context: JobContext,
  make: (source: string) => Promise<Partial<IngestResult>>,
): Promise<IngestResult> {
  const startedAt = performance.now();
  let outcome = 'failed';
  try {
    const folder = mediaFolder(context);
    await mkdir(folder, { recursive: true });
    const { sha256, sizeBytes } = job.facts;
    const source = await context.media.linkInto(
      folder,
      { objectKey: job.objectKey, sha256, sizeBytes },
      context.signal,
    );
    const made = await make(source).catch((error: unknown) => {
      throw error instanceof ChildLost && error.isTasksDoing ? new FaultySource(error.message, sha256, error) : error;
    });
    outcome = 'done';
    return { poster: null, proxy: null, analysisKey: null, waveformKey: null, ...made, nodeId: context.nodeId };
  } finally {
    context.metrics.ingestSeconds.observe({ part: job.part, outcome }, (performance.now() - startedAt) / 1000);
  }
}

/** Job kind that produces poster, preview proxy and filmstrip of a media file. */
export const ingestImagesKind = defineNodeJob(ingestJobs.picture, {
  lane: 'ingest',
  priority: 0,
  run: (job, context) => ingest(job, context, (source) => makeImages(job, context, source)),
});

async function makeImages(job: IngestJob, context: JobContext, source: string): Promise<Partial<IngestResult>> {
  const { accountId, facts } = job;
  const posterPath = path.join(context.scratchDir, 'poster');
  const proxyPath = path.join(context.scratchDir, 'proxy.mp4');
  const filmstripPath = path.join(context.scratchDir, 'filmstrip.jpg');
  const paths = { posterPath, proxyPath, filmstripPath };
  const made = await context.runTask({ type: 'ingest-picture', path: source, facts, ...paths });

  const { type, width, height } = made.poster;
  const posterKey = objectKeys.poster(accountId, facts.sha256, type);
  const { store, signal } = context;
  const put = (key: string, file: string, contentType: string) =>
    retryWhileAway(signal, () => store.putFile(key, file, { contentType, signal }));
  await put(posterKey, posterPath, `image/${type}`);
  const poster = { objectKey: posterKey, width, height };
  if (made.proxy === null) return { poster };

  const { sha256, sizeBytes } = made.proxy;
  const proxyKey = objectKeys.proxy(accountId, facts.sha256, sha256);
  await uploadArtifact(context, { key: proxyKey, path: proxyPath, sha256, sizeBytes, contentType: 'video/mp4' });
  const proxy = { objectKey: proxyKey, sha256, sizeBytes, width: made.proxy.width, height: made.proxy.height };
  if (made.filmstrip === null) return { poster, proxy };

  const filmstripKey = objectKeys.filmstrip(accountId, facts.sha256);
  await put(filmstripKey, filmstripPath, 'image/jpeg');
  return { poster, proxy, filmstrip: { objectKey: filmstripKey, ...made.filmstrip } };
}

/** Job kind that produces analysis, waveform and peaks of a media file's audio. */
export const ingestAudioKind = defineNodeJob(ingestJobs.sound, {
  lane: 'ingest',
  priority: 0,
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

/** Time limit in ms: a user waits for the result, so a longer transcription is given up. */
const limitMs = 300_000;

/**
 * Job kind that transcribes the speech of a media file, or aligns the words of a script with it. Nodes with
 * pocketsphinx serve it.
 */
export const transcribeKind = defineNodeJob(transcribeJob, { lane: 'ingest', priority: 0, run: transcribe });

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
