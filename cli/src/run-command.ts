import { rm } from 'node:fs/promises';
import { helpOf, UsageError, wantsHelp } from '@framemill/infra/command-line';
import { projectCommands } from './commands.mjs';
import {
  cacheOptions,
  checkOptions,
  importOptions,
  initOptions,
  previewOptions,
  pullOptions,
  pushOptions,
  type RenderOptions,
  renderOptions,
  reportOptions,
} from './options.ts';
import type { PreviewNews } from './preview/preview-project.ts';
import { type Answer, plural, printAnswer, type Screen } from './print-answer.ts';
import { createProgressLine } from './render/progress-line.ts';
import { renderProject } from './render/render-project.ts';
import { createScratch } from './scratch-folder.ts';
import { batchOptions, destinationOptions, submitOptions } from './service-options.ts';

type Name = keyof typeof projectCommands;

/** Names of commands that may also be written as options of `npm run render`, such as `--check`. */
const modes: readonly Name[] = ['init', 'check', 'preview', 'report', 'push', 'pull'];

/**
 * Runs a command. `line` is the name of the command, then its arguments. Returns the exit code: 0 for success, 1 for
 * failure, 2 for an invalid command line, 128 plus the number of a received signal.
 */
export function runCommand(line: readonly string[]): Promise<number> {
  return printAnswer(line, (screen, signal) => {
    const { name, args } = commandOf(line);
    return answerTo(name, args, screen, signal);
  });
}

/** Returns the command and its arguments. `render --check` is the same as the command `check`. */
function commandOf([word = '', ...args]: readonly string[]): { name: Name; args: readonly string[] } {
  if (!isName(word)) {
    throw new UsageError(`There is no command "${word}". Use one of ${Object.keys(projectCommands).join(', ')}.`);
  }
  const mode = word === 'render' ? modes.find((name) => args.includes(`--${name}`)) : undefined;
  return mode === undefined ? { name: word, args } : { name: mode, args: args.filter((arg) => arg !== `--${mode}`) };
}

function isName(word: string): word is Name {
  return Object.hasOwn(projectCommands, word);
}

async function answerTo(name: Name, args: readonly string[], screen: Screen, signal: AbortSignal): Promise<Answer> {
  if (wantsHelp(args)) {
    const text = helpOf(name, projectCommands[name]);
    return { text, result: { usage: text }, fault: null };
  }
  // Each command is imported lazily: a render needs none of the others.
  switch (name) {
    case 'init': {
      const { initProject, listStarters } = await import('./project/init-project.ts');
      const { starter, folder } = initOptions(args);
      if (starter === null) return { ...listStarters(), fault: null };
      const { project, text } = await initProject(starter, folder);
      return { text, result: { project }, fault: null };
    }
    case 'import': {
      const { importFile } = await import('./project/import-file.ts');
      return { ...(await importFile(importOptions(args), signal)), fault: null };
    }
    case 'check': {
      const { checkProject } = await import('./project/check-project.ts');
      const options = checkOptions(args);
      const { report, findings, errors } = await withProject(options, signal, (found) => checkProject(found, signal));
      const fault = errors === 0 ? null : `The project has errors (${errors}). Correct them and check again.`;
      return { text: report, result: { findings }, fault };
    }
    case 'report': {
      const { reportFilm } = await import('./report-film.ts');
      const { brokenText } = await import('./render/check-film.ts');
      const options = reportOptions(args);
      const { text, report } = await reportFilm(options, signal);
      return { text, result: report, fault: brokenText(options.film, report) };
    }
    case 'preview': {
      const { previewProject } = await import('./preview/preview-project.ts');
      await previewProject(previewOptions(args), signal, (news) => {
        if (screen.json) process.stdout.write(`${JSON.stringify(news)}\n`);
        else process.stdout.write(previewText(news));
      });
      return { text: '', result: { ended: true }, fault: null };
    }
    case 'cache': {
      const { answerAboutCache } = await import('./cache-command.ts');
      return answerAboutCache(cacheOptions(args));
    }
    case 'push':
    case 'pull': {
      const { transferProject } = await import('./service/transfer-project.ts');
      const options = name === 'push' ? pushOptions(args) : pullOptions(args);
      return { ...(await transferProject(options, signal)), fault: null };
    }
    case 'submit':
      return (await import('./service/submit-render.ts')).submitRender(submitOptions(args), screen, signal);
    case 'batch':
      return (await import('./service/submit-batch.ts')).submitBatch(batchOptions(args), screen, signal);
    case 'destinations':
      return (await import('./service/destinations.ts')).askDestinations(destinationOptions(args), signal);
    case 'frame':
    case 'render': {
      const options = renderOptions(name === 'frame' ? ['--format', 'poster', '--no-cache', ...args] : args);
      return options.csvPath === null
        ? renderOne(options, screen, signal)
        : renderTable(options, options.csvPath, screen, signal);
    }
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
  const { frames, copiedFrames, segments, audioCached } = outcome;
  const reused = [
    ...(copiedFrames > 0 && copiedFrames < frames ? [`${copiedFrames} copied`] : []),
    ...(segments.cached > 0 ? [`${segments.cached} of ${segments.total} segments from the cache`] : []),
    ...(audioCached ? ['audio from the cache'] : []),
  ];
  const notes = reused.length > 0 ? ` (${reused.join(', ')})` : '';
  const text =
    `${copiedFrames === frames ? 'copied into' : 'rendered'} ${options.outPath}: ${plural(frames, 'frame')}${notes}, ` +
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
  const cached = segments.cached > 0 ? `${segments.cached} from the cache, ` : '';
  const text =
    `${plural(films, 'film')}, ${plural(frames, 'frame')}; ${segments.rendered} of ${segments.total} segments rendered, ${cached}the ` +
    `others are the same\n`;
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
 * Runs `work` on a local project file: the one named in the options, or a project fetched from a service, whose local
 * copy is removed afterwards.
 */
async function withProject<Options extends Pick<RenderOptions, 'projectPath' | 'service' | 'mediaMap'>, Result>(
  options: Options,
  signal: AbortSignal,
  work: (options: Options) => Promise<Result>,
): Promise<Result> {
  if (options.service === null) return work(options);
  const folder = await createScratch();
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
