import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandLine, RenderOptions } from './options.ts';
import { helpText, parseOptions } from './options.ts';
import type { PreviewNews } from './preview/preview-project.ts';
import { type Answer, printAnswer, type Screen } from './print-answer.ts';
import { createProgressLine } from './render/progress-line.ts';
import { renderProject } from './render/render-project.ts';

/**
 * Runs the command line. Returns the exit code: 0 for success, 1 for failure, 2 for an invalid command line, 128 plus
 * the number of a signal.
 */
export function renderCommand(args: string[]): Promise<number> {
  return printAnswer(args, (screen, signal) => answerTo(parseOptions(args), screen, signal));
}

async function answerTo(options: CommandLine, screen: Screen, signal: AbortSignal): Promise<Answer> {
  // Each command is imported lazily: a render needs none of the others.
  switch (options.ask) {
    case 'help':
      return { text: helpText, result: { usage: helpText }, fault: null };
    case 'init': {
      const { initProject } = await import('./project/init-project.ts');
      const { project, text } = await initProject(options.starter, options.folder);
      return { text, result: { project }, fault: null };
    }
    case 'check': {
      const { checkProject } = await import('./project/check-project.ts');
      const { report, findings, errors } = await withProject(options, signal, (found) => checkProject(found, signal));
      const fault = errors === 0 ? null : `The project has errors (${errors}).`;
      return { text: report, result: { findings }, fault };
    }
    case 'report': {
      const { reportFilm } = await import('./report-film.ts');
      const { text, report } = await reportFilm(options, signal);
      const { brokenText } = await import('./render/check-film.ts');
      return { text, result: report, fault: brokenText(options.film, report) };
    }
    case 'preview': {
      const { previewProject } = await import('./preview/preview-project.ts');
      await previewProject(options, signal, (news) => {
        if (screen.json) process.stdout.write(`${JSON.stringify(news)}\n`);
        else process.stdout.write(previewText(news));
      });
      return { text: '', result: { ended: true }, fault: null };
    }
    case 'transfer': {
      const { transferProject } = await import('./service/transfer-project.ts');
      return { ...(await transferProject(options, signal)), fault: null };
    }
    case 'render':
      return options.csvPath === null
        ? renderOne(options, screen, signal)
        : renderTable(options, options.csvPath, screen, signal);
  }
}

async function renderOne(options: RenderOptions, screen: Screen, signal: AbortSignal): Promise<Answer> {
  const started = performance.now();
  const { events, warnings } = eventsOn(screen);
  const { report, ...outcome } = await withProject(options, signal, (found) => renderProject(found, events, signal));
  screen.line?.end();
  for (const sentence of warnings) process.stderr.write(`Warning: ${sentence}\n`);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = (outcome.sizeBytes / 1e6).toFixed(2);
  const { frames, copiedFrames } = outcome;
  const copied = copiedFrames > 0 && copiedFrames < frames ? ` (${copiedFrames} copied)` : '';
  const text =
    `${copiedFrames === frames ? 'copied into' : 'rendered'} ${options.outPath}: ${frames} frames${copied}, ` +
    `${(outcome.frames / seconds).toFixed(1)} fps (${outcome.durationSec.toFixed(2)} s of video, ${megabytes} MB, ` +
    `in ${seconds.toFixed(1)} s)\n`;
  const result = { file: options.outPath, ...outcome, seconds, warnings };
  if (report === null) return { text, result, fault: null };
  const { brokenText } = await import('./render/check-film.ts');
  const fault = brokenText(options.outPath, report.report);
  return { text: text + report.text, result: { ...result, report: report.report }, fault };
}

async function renderTable(
  options: RenderOptions,
  csvPath: string,
  screen: Screen,
  signal: AbortSignal,
): Promise<Answer> {
  const { renderRows } = await import('./render/render-rows.ts');
  const { events, warnings } = eventsOn(screen);
  const files: string[] = [];
  const onFilm = (outPath: string) => {
    files.push(outPath);
    // A table may take long, so that each video is reported as soon as it is complete.
    if (!screen.json) process.stdout.write(`rendered ${outPath}\n`);
  };
  const rows = await withProject(options, signal, (found) => renderRows(found, csvPath, { ...events, onFilm }, signal));
  screen.line?.end();
  for (const sentence of [...warnings.map((text) => `Warning: ${text}`), ...rows.faults])
    process.stderr.write(`${sentence}\n`);
  const { films, frames, segments, faults } = rows;
  const text =
    `${films} films, ${frames} frames; ${segments.rendered} of ${segments.total} segments rendered, the others are ` +
    `the same\n`;
  const fault = faults.length === 0 ? null : `Rows of the table failed (${faults.length}). First error: ${faults[0]}`;
  return { text, result: { files, films, frames, segments, faults, warnings }, fault };
}

function eventsOn(screen: Screen) {
  const warnings: string[] = [];
  const events = {
    onStart(total: number) {
      screen.line = createProgressLine(process.stderr, total, () => performance.now());
    },
    onProgress: (done: number) => screen.line?.update(done),
    onStitch: () => screen.line?.end(),
    onWarning: (sentence: string) => void warnings.push(sentence),
  };
  return { events, warnings };
}

/**
 * Runs `work` on a local project file: the one in the options, or one that is fetched from a service and removed
 * afterwards.
 */
async function withProject<Options extends Pick<RenderOptions, 'projectPath' | 'service' | 'mediaMap'>, Result>(
  options: Options,
  signal: AbortSignal,
  work: (options: Options) => Promise<Result>,
): Promise<Result> {
  if (options.service === null) return work(options);
  const folder = await mkdtemp(join(tmpdir(), 'framemill-fetched-'));
  try {
    const { fetchProject } = await import('./service/fetch-project.ts');
    return await work({ ...options, ...(await fetchProject(options.service, folder, signal)) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function previewText(news: PreviewNews): string {
  if ('url' in news) return `Preview: ${news.url} (Ctrl-C ends it)\n`;
  return news.errors.length === 0 ? `shown ${news.saved}\n` : `${news.errors.join('\n')}\n`;
}
