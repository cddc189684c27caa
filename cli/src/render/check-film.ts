import { basename } from 'node:path';
import type { RenderChild, ReportInput } from '@framemill/compositor/child';
import type { QualityReport } from '@framemill/compositor/plan';
import { FramemillError } from '@framemill/timeline/errors';

/** Quality report of a video, as data and as text. */
export interface FilmReport {
  text: string;
  report: QualityReport;
}

/** Function that adds the position in the project file to an error, if it is known: see `openDocument`. */
type Locate = (error: unknown) => unknown;

/**
 * Measures the quality of a finished video in the process `child` and checks it against `limits` (null for none).
 * `film` holds the document and the sources from which the video was rendered; if it is null, the file is measured
 * alone. Throws `FramemillError` for an unreadable file.
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

/** Formats a quality report as text, with one finding or measurement in each line. */
export function reportText(path: string, report: QualityReport, locate: Locate): string {
  return reportLines(basename(path), report, (message, clipId) => {
    if (clipId === null) return message;
    const error = locate(new FramemillError('invalid_request', message, { clipId }));
    return error instanceof FramemillError ? error.message : message;
  });
}

/** Describes in one sentence the limits that a video exceeds; null when it exceeds none. */
export function brokenText(path: string, { broken }: Pick<QualityReport, 'broken'>): string | null {
  return broken.length === 0 ? null : `${path} breaks limits: ${broken.join('; ')}.`;
}

/** Returns errors unchanged. Used for reports without a project file, in which errors have no position. */
export const nowhere: Locate = (error) => error;

/**
 * Formats a report as text: a line for each finding, a line for each exceeded limit, and the measurements last.
 * `located` adds the position in the project file to a message.
 */
function reportLines(
  name: string,
  report: QualityReport,
  located: (message: string, clipId: string | null) => string,
): string {
  const { video, audio, findings, leftOut, broken } = report;
  const lines = findings.map(({ kind, severity, startSec, endSec, clipId, message }) => {
    const word = severity === 'warn' ? 'warning' : 'note';
    const when = `${startSec.toFixed(2)}-${endSec.toFixed(2)} s`;
    return clipId === null
      ? `${name}: ${when}: ${word}: ${kind}: ${message}`
      : located(`${word}: ${kind}: ${message} (${when})`, clipId);
  });
  const figures = [
    video && `${video.codec} ${video.width} x ${video.height}, ${video.frames} frames`,
    audio && `${audio.codec}, ${figure(audio.integratedLufs, 'LUFS')}, true peak ${figure(audio.truePeakDb, 'dBTP')}`,
    audio?.offsetSec !== null && audio && `sound ${figure(audio.offsetSec, 's')} after the picture`,
    report.durationSec !== null && `${report.durationSec.toFixed(2)} s`,
    `${(report.sizeBytes / 1e6).toFixed(2)} MB`,
    report.bitrateKbps !== null && `${Math.round(report.bitrateKbps)} kbit/s`,
  ].filter((part) => typeof part === 'string');
  const count = findings.length + leftOut;
  const found = `${count} finding${count === 1 ? '' : 's'}`;
  return [...lines, ...broken.map((limit) => `error: ${limit}`), `${name}: ${figures.join(', ')}; ${found}`, ''].join(
    '\n',
  );
}

function figure(value: number | null, unit: string): string {
  return value === null ? 'silent' : `${value.toFixed(unit === 's' ? 3 : 1)} ${unit}`;
}
