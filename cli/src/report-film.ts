import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { factsOf, type RenderChild, type ReportInput, startRenderChild } from '@framemill/compositor/child';
import { browserEnvironment } from '@framemill/compositor/chromium';
import { formatOfEnding } from '@framemill/compositor/formats';
import { filmForAspect, outputProfile, type QualityLimits } from '@framemill/compositor/plan';
import type { ReportOptions } from './options.ts';
import { defaultFacts, findSources, sourcesOfClips } from './project/find-sources.ts';
import { readMediaOptions } from './project/media-options.ts';
import { openDocument } from './project/open-document.ts';
import { probeWith } from './project/probe-with.ts';
import { readProject } from './project/read-project.ts';
import { checkFilm, type FilmReport, nowhere, reportText } from './render/check-film.ts';
import { readLimits } from './render/read-limits.ts';
import { createScratch } from './scratch-folder.ts';
import { askReport } from './service/ask-report.ts';
import { openService } from './service/service.ts';

/**
 * Measures the quality of a finished video file, together with its project if given, or requests the quality report of
 * a render from a service. Throws `FramemillError`.
 */
export async function reportFilm(options: ReportOptions, signal: AbortSignal): Promise<FilmReport> {
  const limits = await readLimits(options.qc);
  if (options.service === null) return measure(options, limits, signal);
  const report = await askReport(await openService(options.service, signal), options.service.projectId);
  return { text: reportText(options.film, report, nowhere), report };
}

async function measure(options: ReportOptions, limits: QualityLimits | null, signal: AbortSignal) {
  const scratch = await createScratch();
  const child = startRenderChild({ env: browserEnvironment(process.env) });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  try {
    const { film, located } = await filmOf(options, { child, scratch });
    return await checkFilm(child, options.film, { film, limits }, located);
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
): Promise<{ film: ReportInput['film']; located: (error: unknown) => unknown }> {
  if (options.projectPath === null) return { film: null, located: nowhere };
  const file = await readProject(options.projectPath);
  const files = await readMediaOptions(options);
  const finder = { mediaRoot: file.mediaRoot, files, probe: probeWith([workplace.child], 'ends') };
  const { document: written, located } = await openDocument(file, finder, workplace, options.variables);
  const { media, faults } = await findSources(sourcesOfClips(written), finder);
  const [fault] = faults;
  if (fault) throw located(fault);
  const document = filmForAspect(written, options.aspect, defaultFacts(media));
  const format = formatOfEnding(extname(options.film).slice(1).toLowerCase()) ?? 'mp4';
  const asked = { format, quality: 'standard', resolution: 'full', maxShortSide: null, watermark: false } as const;
  const { profile } = outputProfile(document.settings, asked);
  const seen = await workplace.child.run({ type: 'probe', path: options.film, reading: 'ends' });
  const size = seen.width && seen.height ? { width: seen.width, height: seen.height } : {};
  return {
    film: { document, profile: { ...profile, ...size }, media: factsOf(media), fonts: media },
    located,
  };
}
