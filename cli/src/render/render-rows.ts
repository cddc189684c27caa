import { FramemillError } from '@framemill/timeline/errors';
import type { RenderOptions } from '../options.ts';
import { readProject } from '../project/read-project.ts';
import type { RenderEvents, RenderPool } from './render-pool.ts';
import { limitsOf, withRenderPool } from './render-project.ts';
import type { RenderOutcome } from './run-render.ts';

/** Result of rendering one video for each row of a table. */
export interface RowsOutcome {
  readonly films: number;
  readonly frames: number;
  readonly segments: RenderOutcome['segments'];
  /** Errors: one sentence for each row that could not be rendered or whose video breaks a limit. */
  readonly faults: readonly string[];
}

/**
 * Renders a video for each row of a table, all with the same processes. Segments that several videos share are rendered
 * once. A failed row does not stop the others. Throws the errors of `renderProject` that concern all rows.
 */
export async function renderRows(
  options: RenderOptions,
  csvPath: string,
  events: RenderEvents & { onFilm(outPath: string): void },
  signal: AbortSignal,
): Promise<RowsOutcome> {
  const limits = await limitsOf(options);
  return withRenderPool(options, events, signal, async (pool) => {
    const { brokenText } = await import('./check-film.ts');
    const { runRender } = await import('./run-render.ts');
    const { readTableRows } = await import('./table-rows.ts');
    const rows = await readTableRows(csvPath, await documentOf(options, pool), options.outPath);
    const faults: string[] = [];
    let [films, frames, total, rendered, cached] = [0, 0, 0, 0, 0];
    // With short segments, videos that differ in a text share most of their frames.
    const compression = options.compression ?? 'fast';
    for (const { outPath, row, variables } of rows) {
      pool.aim(outPath);
      try {
        const outcome = await runRender(
          { ...options, compression, outPath, variables: { ...variables } },
          events,
          pool,
          limits,
        );
        films += 1;
        frames += outcome.frames;
        total += outcome.segments.total;
        rendered += outcome.segments.rendered;
        cached += outcome.segments.cached;
        events.onFilm(outPath);
        const broken = outcome.report && brokenText(outPath, outcome.report.report);
        if (broken) faults.push(`Row ${row}: ${broken}`);
      } catch (error) {
        if (signal.aborted || !(error instanceof FramemillError)) throw error;
        faults.push(`Row ${row}: ${error.message}`);
      }
    }
    return { films, frames, segments: { total, rendered, cached }, faults };
  });
}

/** Opens the document with its placeholders, without the values of a table row. */
async function documentOf(options: RenderOptions, pool: RenderPool) {
  const [{ openDocument }, { probeWith }, { readMediaOptions }] = await Promise.all([
    import('../project/open-document.ts'),
    import('../project/probe-with.ts'),
    import('../project/media-options.ts'),
  ]);
  const file = await readProject(options.projectPath);
  const [child] = pool.renderers;
  if (!child) throw new Error('There is no render process to open the project.');
  const finder = {
    mediaRoot: file.mediaRoot,
    files: await readMediaOptions(options),
    probe: probeWith(pool.renderers, 'ends'),
  };
  return (await openDocument(file, finder, { child, scratch: pool.scratch }, null)).document;
}
