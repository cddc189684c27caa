import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withPatience } from '@framemill/infra/process';
import { factsOf, objectKeys, type ReportJob, type ReportResult, reportJob } from '@framemill/scheduler/protocol';
import { allClips, clipSources, FramemillError } from '@framemill/timeline/rendering';
import { AbsentHere, readingOf, retryWhileAway } from '../cache/store-patience.ts';
import { fetchMedia, mediaFolder, only } from './fetch-media.ts';
import { defineNodeJob, type JobContext } from './job-kind.ts';

/**
 * Job kind that measures the finished file of a render. It decodes the file once, concurrently with renders and at a
 * lower priority.
 */
export const reportKind = defineNodeJob(reportJob, { lane: 'ingest', priority: 0, run: measure });

/** Maximum number of violated quality limits in the job result. The stored report contains all of them. */
const mostBroken = 20;

async function measure(job: ReportJob, context: JobContext): Promise<ReportResult> {
  const { store, signal, scratchDir, nodeId } = context;
  const { document, profile, media: sources } = await context.renderSnapshot(job.documentKey);
  const facts = factsOf(sources);
  const named = allClips(document)
    .flatMap((clip) => clipSources(clip))
    .filter(({ use }) => use === 'font');
  const fonts = await fetchMedia(only(sources, new Set(named.map(({ src }) => src))), mediaFolder(context), context);
  const file = path.join(scratchDir, 'film', path.posix.basename(job.exportKey));
  await mkdir(path.dirname(file), { recursive: true });
  await fetchExport(job.exportKey, file, context);
  const film = { document, profile, media: facts, fonts };
  const report = await context.runTask({ type: 'report', path: file, film, limits: job.limits });
  const outPath = path.join(scratchDir, 'report.json');
  await writeFile(outPath, JSON.stringify(report));
  const key = objectKeys.report(job.renderId);
  await retryWhileAway(signal, () => store.putFile(key, outPath, { contentType: 'application/json', signal }));
  return { broken: report.broken.slice(0, mostBroken).map((sentence) => sentence.slice(0, 200)), nodeId };
}

async function fetchExport(key: string, target: string, context: JobContext): Promise<void> {
  try {
    await withPatience(() => context.store.getFile(key, target), readingOf(context));
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'not_found') throw new AbsentHere(key);
    throw error;
  }
}
