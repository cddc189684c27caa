import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Loads a module in a new process and returns every file and module of Node that was loaded with it, also through
 * `require`.
 */
export function loadedBy(
  file: string,
  flags: string[] = [],
): { files: string[]; stderr: string; output: string; code: number | null } {
  const folder = mkdtempSync(path.join(tmpdir(), 'loaded-'));
  // A pipe would lose what is written while the process exits.
  const list = path.join(folder, 'files.json');
  const script = `
    import { writeFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    const files = new Set();
    registerHooks({
      // Modules of Node that this script has loaded already are only resolved.
      resolve(specifier, context, next) {
        const resolved = next(specifier, context);
        if (resolved.url.startsWith('node:')) files.add(resolved.url);
        return resolved;
      },
      load(url, context, next) { files.add(url); return next(url, context); },
    });
    process.on('exit', () => writeFileSync(${JSON.stringify(list)}, JSON.stringify([...files])));
    await import(${JSON.stringify(pathToFileURL(path.join(root, file)).href)});`;
  const args = ['--disable-warning=ExperimentalWarning', ...flags, '--input-type=module', '-e', script];
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: '',
    REDIS_URL: '',
    LOG_LEVEL: 'fatal',
    DATA_DIR: '/nonexistent',
  };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 100_000,
  });
  const files: string[] = JSON.parse(readFileSync(list, 'utf8'));
  rmSync(folder, { recursive: true });
  return { files, stderr, output: stdout + stderr, code: status };
}
