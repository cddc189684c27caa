import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
// Packages by their folders: an effect may well be called sharpen.
const codecs = /node-av|@napi-rs[/+]canvas|\/sharp[/@]|\/gl\//;

/** Loads a module in a new process and returns every file that this loaded, also through `require`. */
function loadedBy(
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
    registerHooks({ load(url, context, next) { files.add(url); return next(url, context); } });
    process.on('exit', () => writeFileSync(${JSON.stringify(list)}, JSON.stringify([...files])));
    await import(${JSON.stringify(pathToFileURL(path.join(root, file)).href)});`;
  const args = ['--disable-warning=ExperimentalWarning', ...flags, '--input-type=module', '-e', script];
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: '',
    REDIS_URL: '',
    LOG_LEVEL: 'fatal',
    DATA_DIR: '/nonexistent',
  };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 30_000,
  });
  const files: string[] = JSON.parse(readFileSync(list, 'utf8'));
  rmSync(folder, { recursive: true });
  return { files, stderr, output: stdout + stderr, code: status };
}

describe('native code', () => {
  it('is not needed by compositor/catalog: it loads without any addon', () => {
    const { files, stderr, code } = loadedBy('compositor/src/catalog/index.ts', ['--no-addons']);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => codecs.test(file))).toEqual([]);
  });

  it('would be noticed: the compositor itself does not load that way', () => {
    const { files, code } = loadedBy('compositor/src/index.ts', ['--no-addons']);
    expect(code).not.toBe(0);
    expect(files.some((file) => codecs.test(file))).toBe(true);
  });

  // Without services the process ends, after it has loaded everything that it imports.
  it.each(['api/src/main.ts', 'scheduler/src/main.ts'])('is never loaded by %s', (file) => {
    const { files, output } = loadedBy(file);
    expect(output).toMatch(/(DATABASE|REDIS)_URL is not set/);
    expect(files.some((loaded) => loaded.includes('/bullmq'))).toBe(true);
    expect(files.some((loaded) => loaded.endsWith('/compositor/src/catalog/index.ts'))).toBe(true);
    expect(files.filter((loaded) => codecs.test(loaded))).toEqual([]);
  });
});
