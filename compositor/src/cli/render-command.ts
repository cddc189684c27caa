import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import { initProject } from './init-project.ts';
import { helpText, parseOptions, type RenderOptions } from './options.ts';
import { createProgressLine, type ProgressLine } from './progress-line.ts';
import { renderProject } from './render-project.ts';

/** Runs the command line; returns the exit code. */
export async function renderCommand(args: string[]): Promise<number> {
  const stop = new AbortController();
  const interrupted: { by: NodeJS.Signals | null } = { by: null };
  const interrupt = (signal: NodeJS.Signals) => {
    interrupted.by = signal;
    stop.abort();
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const screen: { line: ProgressLine | null } = { line: null };
  try {
    const options = parseOptions(args);
    if (options.ask === 'help') {
      process.stdout.write(helpText);
      return 0;
    }
    if (options.ask === 'init') {
      process.stdout.write(await initProject(options.starter, options.folder));
      return 0;
    }
    if (options.ask === 'check') {
      // Loaded here: commands, rules and fonts, of which a render needs none in this process.
      const { checkProject } = await import('./check-project.ts');
      const { report, hasErrors } = await withProject(options, stop.signal, (found) =>
        checkProject(found, stop.signal),
      );
      process.stdout.write(report);
      return hasErrors ? 1 : 0;
    }
    const started = performance.now();
    const warnings: string[] = [];
    const events = {
      onStart(total: number) {
        screen.line = createProgressLine(process.stderr, total, () => performance.now());
      },
      onProgress: (done: number) => screen.line?.update(done),
      onStitch: () => screen.line?.end(),
      onWarning: (sentence: string) => warnings.push(sentence),
    };
    const { csvPath } = options;
    if (csvPath !== null) {
      const { renderRows } = await import('./render-rows.ts');
      const onFilm = (outPath: string) => process.stdout.write(`rendered ${outPath}\n`);
      const rows = await withProject(options, stop.signal, (found) =>
        renderRows(found, csvPath, { ...events, onFilm }, stop.signal),
      );
      screen.line?.end();
      for (const sentence of [...warnings.map((text) => `Warning: ${text}`), ...rows.faults])
        process.stderr.write(`${sentence}\n`);
      const { films, frames, segments } = rows;
      process.stdout.write(
        `${films} films, ${frames} frames; ${segments.rendered} of ${segments.total} segments rendered, the others are the same\n`,
      );
      return rows.faults.length > 0 ? 1 : 0;
    }
    const outcome = await withProject(options, stop.signal, (found) => renderProject(found, events, stop.signal));
    screen.line?.end();
    for (const sentence of warnings) process.stderr.write(`Warning: ${sentence}\n`);
    const seconds = (performance.now() - started) / 1000;
    const megabytes = (outcome.sizeBytes / 1e6).toFixed(2);
    const { frames, copiedFrames } = outcome;
    const copied = copiedFrames > 0 && copiedFrames < frames ? ` (${copiedFrames} copied)` : '';
    process.stdout.write(
      `${copiedFrames === frames ? 'copied into' : 'rendered'} ${options.outPath}: ${frames} frames${copied}, ${(outcome.frames / seconds).toFixed(1)} fps (${outcome.durationSec.toFixed(2)} s of video, ${megabytes} MB, in ${seconds.toFixed(1)} s)\n`,
    );
    return 0;
  } catch (error) {
    screen.line?.end();
    if (interrupted.by) {
      process.stderr.write('Stopped; nothing was written.\n');
      return 128 + constants.signals[interrupted.by];
    }
    process.stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

/** Works on a project file: the one that was named, or one that is fetched and goes when the work has ended. */
async function withProject<Options extends Pick<RenderOptions, 'projectPath' | 'service' | 'mediaMap'>, Result>(
  options: Options,
  signal: AbortSignal,
  work: (options: Options) => Promise<Result>,
): Promise<Result> {
  if (options.service === null) return work(options);
  const folder = await mkdtemp(join(tmpdir(), 'framemill-fetched-'));
  try {
    const { fetchProject } = await import('./fetch-project.ts');
    return await work({ ...options, ...(await fetchProject(options.service, folder, signal)) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function describe(error: unknown): string {
  if (error instanceof FramemillError) return `Error: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
