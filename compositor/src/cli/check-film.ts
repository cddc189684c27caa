import { basename } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import type { RenderChild } from '../child/index.ts';
import type { QualityReport } from '../quality-report.ts';
import type { ReportInput } from '../report/quality-report.ts';
import { reportLines } from './report-lines.ts';

/** Quality report and its text. */
export interface FilmReport {
  text: string;
  report: QualityReport;
}

/** Adds the position in the project's file to an error where it is known: see `openDocument`. */
type Locate = (error: unknown) => unknown;

/**
 * Measures a finished video in the process `child` and checks it against limits (null: none). `film`: the document and
 * sources from which it was rendered; null: only the file is measured. Throws `FramemillError` for an unreadable file.
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

/** Returns the text of a report, line by line. */
export function reportText(path: string, report: QualityReport, locate: Locate): string {
  return reportLines(basename(path), report, (message, clipId) => {
    if (clipId === null) return message;
    const error = locate(new FramemillError('invalid_request', message, { clipId }));
    return error instanceof FramemillError ? error.message : message;
  });
}

/** Describes in one sentence the limits that a video breaks; null when it keeps all. */
export function brokenText(path: string, { broken }: Pick<QualityReport, 'broken'>): string | null {
  return broken.length === 0 ? null : `${path} breaks limits: ${broken.join('; ')}.`;
}

/** Returns errors unchanged, for a report without a project file. */
export const nowhere: Locate = (error) => error;
