import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = spawnSync('ffmpeg', ['-version']);

/**
 * Reason why the system's ffmpeg and ffprobe cannot be used; null when both are available. Tests create and check media
 * with them, independently of Framemill's own code.
 */
export const ffmpegMissing: string | null =
  version.status === 0 && spawnSync('ffprobe', ['-version']).status === 0
    ? null
    : 'ffmpeg and ffprobe are not installed (the set-up installs them)';

/** Whether ffmpeg can synthesize speech (filter `flite`). */
export const ffmpegSpeaks = spawnSync('ffmpeg', ['-hide_banner', '-filters']).stdout?.includes(' flite ') ?? false;

/** Cache folder for media of earlier calls. File names are hashes of everything that determines the contents. */
const cacheFolder = fileURLToPath(new URL('../../.build/test-media/', import.meta.url));

/**
 * Runs ffmpeg without messages, overwriting existing files. Passes `input` to its standard input and returns its
 * standard output. A file that depends only on generators (lavfi) and `input` is created once for each version of
 * ffmpeg, and copied from a cache in later calls.
 */
export function ffmpeg(args: readonly string[], input?: Uint8Array): Buffer {
  const output = args.at(-1) ?? '';
  const cached = isReproducible(args) ? join(cacheFolder, hashOf(args.slice(0, -1), input) + extname(output)) : null;
  if (cached !== null && existsSync(cached)) {
    copyFileSync(cached, output);
    return Buffer.alloc(0);
  }
  const stdout = run(
    'ffmpeg',
    ['-y', '-nostdin', '-hide_banner', '-v', 'error', ...args].filter((arg) => !(input && arg === '-nostdin')),
    input,
  );
  if (cached !== null && statSync(output).isFile()) {
    mkdirSync(cacheFolder, { recursive: true });
    const fresh = `${cached}.${randomUUID()}`;
    copyFileSync(output, fresh);
    // Another process may make the same file at the same time.
    renameSync(fresh, cached);
  }
  return stdout;
}

/**
 * Whether the output depends on the arguments and the standard input alone: all input comes from generators (lavfi) or
 * a pipe, and the only file is the last argument, the output.
 */
function isReproducible(args: readonly string[]): boolean {
  const output = args.at(-1) ?? '';
  const others = args.slice(0, -1);
  const inputs = others.flatMap((arg, index) => (arg === '-i' ? [{ name: others[index + 1], index }] : []));
  const readsNoFile = inputs.every(
    ({ name, index }) =>
      name?.startsWith('pipe:') || others.lastIndexOf('lavfi', index) > others.lastIndexOf('-i', index - 1),
  );
  const namesFile = others.some((arg) => isAbsolute(arg) || arg.includes(tmpdir()) || arg === '-passlogfile');
  const isOneFile = isAbsolute(output) && !/%|\.(m3u8|mpd)$/.test(output) && !others.includes('segment');
  return inputs.length > 0 && readsNoFile && !namesFile && isOneFile;
}

function hashOf(args: readonly string[], input: Uint8Array = new Uint8Array()): string {
  return createHash('sha256')
    .update(JSON.stringify([version.stdout.toString(), args]))
    .update(input)
    .digest('hex')
    .slice(0, 32);
}

/** Runs ffprobe and returns its report. Throws when it prints a warning about the file. */
export function ffprobe(args: readonly string[]): string {
  const result = spawnSync('ffprobe', ['-v', 'warning', ...args], { maxBuffer: 1 << 28 });
  const complaints = result.stderr.toString();
  if (result.status !== 0 || complaints !== '')
    throw new Error(`ffprobe ${args.join(' ')} failed or printed warnings: ${complaints}`);
  return result.stdout.toString();
}

function run(command: string, args: readonly string[], input?: Uint8Array): Buffer {
  const result = spawnSync(command, args, { input, maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${result.stderr}`);
  return result.stdout;
}
