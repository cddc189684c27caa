import { spawnSync } from 'node:child_process';

/**
 * Returns the measurements of ffmpeg's filter ebur128. `args` holds the inputs and then `-af` with the filters to apply
 * before the measurement.
 */
export function ebur128(args: readonly string[]): { integratedLufs: number; truePeakDb: number } {
  const filters = args.includes('-af') ? `${args.at(-1)},` : '';
  const inputs = args.includes('-af') ? args.slice(0, -2) : args;
  const result = spawnSync('ffmpeg', [
    ...['-hide_banner', '-nostats', '-nostdin', ...inputs],
    ...['-vn', '-af', `${filters}ebur128=peak=true`, '-f', 'null', '-'],
  ]);
  const report = result.stderr.toString();
  const value = (name: RegExp) => Number(name.exec(report)?.[1] ?? Number.NaN);
  return {
    integratedLufs: value(/Summary:[\s\S]*?I:\s+(-?[\d.]+) LUFS/),
    truePeakDb: value(/True peak:\s+Peak:\s+(-?[\d.]+|-inf) dBFS/),
  };
}
