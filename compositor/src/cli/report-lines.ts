import type { QualityReport } from '../quality-report.ts';

/**
 * Formats a report as text: a line for each finding, a line for each broken limit, and the figures last. `located` adds
 * the position in the project's file to a message.
 */
export function reportLines(
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
