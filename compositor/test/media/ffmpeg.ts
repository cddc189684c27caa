import { spawnSync } from 'node:child_process';

/** The system's ffmpeg and ffprobe: independent makers and judges of media in tests, no part of the product. */
export const ffmpegMissing: string | null =
  spawnSync('ffmpeg', ['-version']).status === 0 && spawnSync('ffprobe', ['-version']).status === 0
    ? null
    : 'ffmpeg and ffprobe are not installed (the set-up installs them)';

/** Runs ffmpeg quietly, overwriting; `input` goes to its standard input. Returns its standard output. */
export function ffmpeg(args: readonly string[], input?: Uint8Array): Buffer {
  return run(
    'ffmpeg',
    ['-y', '-nostdin', '-hide_banner', '-v', 'error', ...args].filter((arg) => !(input && arg === '-nostdin')),
    input,
  );
}

/** Runs ffprobe and returns what it reports; throws when it prints a warning about the file. */
export function ffprobe(args: readonly string[]): string {
  const result = spawnSync('ffprobe', ['-v', 'warning', ...args], { maxBuffer: 1 << 28 });
  const complaints = result.stderr.toString();
  if (result.status !== 0 || complaints !== '') throw new Error(`ffprobe ${args.join(' ')}: ${complaints}`);
  return result.stdout.toString();
}

function run(command: string, args: readonly string[], input?: Uint8Array): Buffer {
  const result = spawnSync(command, args, { input, maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${result.stderr}`);
  return result.stdout;
}
