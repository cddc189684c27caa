import { basename } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import type { RenderChild } from '../child/index.ts';
import type { QualityReport } from '../quality-report.ts';
import type { ReportInput } from '../report/quality-report.ts';
import { reportLines } from './report-lines.ts';

/** A report and its lines. */
export interface FilmReport {
  text: string;
  report: QualityReport;
}

/** Names the place in the project's file that an error is about, where that is known: see `openDocument`. */
type Locate = (error: unknown) => unknown;

/**
 * Measures a finished film in `child` and holds it to limits (null: to none). `film`: what it was made of; null: the file alone is looked at.
 * Throws FramemillError for a file that cannot be read.
 */
export async function checkFilm(
  child: RenderChild,
  path: string,
  { film, limits }: Pick<ReportInput, 'film' | 'limits'>,
  locate: Locate,
): Promise<FilmReport> {
  const report = await child.run({ type: 'report', path, film, limits });
  return { text: reportText(path, report, locate), report };
}

/** The lines of a report. */
export function reportText(path: string, report: QualityReport, locate: Locate): string {
  return reportLines(basename(path), report, (message, clipId) => {
    if (clipId === null) return message;
    const error = locate(new FramemillError('invalid_request', message, { clipId }));
    return error instanceof FramemillError ? error.message : message;
  });
}

/** Why a film is refused, in one sentence; null: it keeps all limits. */
export function brokenText(path: string, { broken }: Pick<QualityReport, 'broken'>): string | null {
  return broken.length === 0 ? null : `${path} breaks limits: ${broken.join('; ')}.`;
}

/** What nothing is known of stands where it is. */
export const nowhere: Locate = (error) => error;
