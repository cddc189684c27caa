import { describe, expect, it } from 'vitest';
import { loadedBy } from './loaded-by.ts';

// Packages by their folders: an effect may well be called sharpen.
const codecs = /node-av|@napi-rs[/+]canvas|\/sharp[/@]|\/gl\//;

describe('native code', () => {
  it.each(['plan', 'formats', 'capabilities', 'fonts', 'page', 'child', 'chromium', 'browser-engine'])(
    'is not needed by compositor/%s: it loads without any addon',
    (room) => {
      const { files, stderr, code } = loadedBy(`compositor/src/${room}/index.ts`, ['--no-addons']);
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
      expect(files.length).toBeGreaterThan(5);
      expect(files.filter((file) => codecs.test(file))).toEqual([]);
    },
  );

  // Browsers have no modules of Node. The text engine loads one only after a check for Node.
  it.each(['browser-engine', 'browser-engine/client', 'browser-engine/player', 'formats', 'capabilities'])(
    'and no module of Node is needed by compositor/%s',
    (room) => {
      const { files } = loadedBy(`compositor/src/${room}/index.ts`);
      expect(files.filter((file) => file.startsWith('node:'))).toEqual([]);
    },
  );

  it('would be noticed: the fonts load modules of Node', () => {
    const { files } = loadedBy('compositor/src/fonts/index.ts');
    expect(files.filter((file) => file.startsWith('node:'))).toContain('node:fs');
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
    expect(files.some((loaded) => loaded.endsWith('/compositor/src/plan/index.ts'))).toBe(true);
    expect(files.filter((loaded) => codecs.test(loaded))).toEqual([]);
  });
});
