import { describe, expect, it } from 'vitest';
import { loadedBy } from './loaded-by.ts';

const schemas = /typebox|timeline\/src\/commands\//;

describe('a render process', () => {
  it('starts without schemas and commands: they take longer to load, and more memory, than all that renders', () => {
    const { files, stderr, code } = loadedBy('compositor/src/child/handlers/index.ts');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(files.some((file) => file.endsWith('/compositor/src/render/renderer.ts'))).toBe(true);
    expect(files.filter((file) => schemas.test(file))).toEqual([]);
  });

  it('would be noticed: the list of what can be drawn has them', () => {
    const { files } = loadedBy('compositor/src/capabilities/index.ts');
    expect(files.some((file) => schemas.test(file))).toBe(true);
  });
});
