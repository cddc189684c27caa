import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { isRecord } from '@framemill/timeline/rendering';
import { Compile } from '@framemill/timeline/typebox';
import { browserEnvironment } from '../browser/browser-environment.ts';
import { formatOfEnding } from '../catalog/formats.ts';
import { outputProfile } from '../catalog/profile.ts';
import { type RenderChild, startRenderChild } from '../child/index.ts';
import type { QualityLimits } from '../quality-limits.ts';
import { type QualityReport, QualityReportSchema } from '../quality-report.ts';
import type { ReportInput } from '../report/quality-report.ts';
import { findSources, sourcesOfClips } from './find-sources.ts';
import { readMediaOptions } from './media-options.ts';
import { openDocument } from './open-document.ts';
import type { ReportOptions } from './options.ts';
import { readLimits } from './read-limits.ts';
import { readProject } from './read-project.ts';
import { reportLines } from './report-lines.ts';
import { probeWith } from './run-render.ts';
import { askJson, openService } from './transfer/service.ts';

/** A report and its lines. */
export interface FilmReport {
  text: string;
  report: QualityReport;
}

/** Between two looks at a report that a service makes, ms. */
const POLL_MS = 1_000;

const reports = Compile(QualityReportSchema);

/** Measures a finished film, with its project where that is given, or asks a service for the report of a render. Throws FramemillError. */
export async function reportFilm(options: ReportOptions, signal: AbortSignal): Promise<FilmReport> {
  const limits = await readLimits(options.qc);
  const { report, located } = options.service
    ? { report: await askReport(options.service, signal), located: (message: string) => message }
    : await measure(options, limits, signal);
  return { text: reportLines(basename(options.film), report, located), report };
}

async function measure(options: ReportOptions, limits: QualityLimits | null, signal: AbortSignal) {
  const scratch = await mkdtemp(join(tmpdir(), 'framemill-'));
  const child = startRenderChild({ env: browserEnvironment(process.env) });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  try {
    const { film, located } = await filmOf(options, { child, scratch });
    const report = await child.run({ type: 'report', path: options.film, film, limits });
    return { report, located };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await child.exited;
    await rm(scratch, { recursive: true, force: true });
  }
}

async function filmOf(
  options: ReportOptions,
  workplace: { child: RenderChild; scratch: string },
): Promise<{ film: ReportInput['film']; located: (message: string, clipId: string | null) => string }> {
  if (options.projectPath === null) return { film: null, located: (message) => message };
  const file = await readProject(options.projectPath);
  const files = await readMediaOptions(options);
  const finder = { mediaRoot: file.mediaRoot, files, probe: probeWith([workplace.child], 'ends') };
  const { document, located } = await openDocument(file, finder, workplace, null);
  const { media, faults } = await findSources(sourcesOfClips(document), finder);
  const [fault] = faults;
  if (fault) throw located(fault);
  const format = formatOfEnding(extname(options.film).slice(1).toLowerCase()) ?? 'mp4';
  const asked = { format, quality: 'standard', resolution: 'full', maxShortSide: null, watermark: false } as const;
  const { profile } = outputProfile(document.settings, asked);
  const seen = await workplace.child.run({ type: 'probe', path: options.film, reading: 'ends' });
  const size = seen.width && seen.height ? { width: seen.width, height: seen.height } : {};
  const facts = Object.fromEntries(Object.entries(media).map(([src, source]) => [src, source.facts]));
  return {
    film: { document, profile: { ...profile, ...size }, media: facts, fonts: media },
    located(message, clipId) {
      if (clipId === null) return message;
      const error = located(new FramemillError('invalid_request', message, { clipId }));
      return error instanceof FramemillError ? error.message : message;
    },
  };
}

async function askReport(service: NonNullable<ReportOptions['service']>, signal: AbortSignal): Promise<QualityReport> {
  const open = await openService(service, signal);
  const path = `/v1/renders/${encodeURIComponent(service.projectId)}/report`;
  for (;;) {
    const { report } = await askJson(open, path);
    const found = isRecord(report) ? report : {};
    if (found.status === 'FAILED') throw refuse(`The service has no report of ${service.projectId}: ${found.error}`);
    if (found.status === 'READY' && reports.Check(found)) return found;
    if (found.status !== 'MEASURING' && found.status !== 'PENDING') {
      throw refuse(`The service answered ${path} with something else. Is it another version?`);
    }
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

function refuse(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}
