import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { metricFamily } from '../../src/index.ts';
import { root } from './deploy-files.ts';

describe('every metric of the family', () => {
  it('is set somewhere: none is only a promise', () => {
    const sources = ['api/src', 'scheduler/src', 'farm/src', 'infra/src'].flatMap((folder) =>
      globSync(`${folder}/**/*.ts`, { cwd: root }),
    );
    const text = sources
      .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('infra/src/metrics/'))
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .join('\n');
    const unused = Object.keys(metricFamily).filter(
      (name) =>
        !new RegExp(
          `\\b${name}\\b[\\s\\S]{0,40}?\\.(inc|set|observe|dec)\\b|\\b${name}\\.(inc|set|observe|dec)\\(`,
        ).test(text),
    );
    expect(unused).toEqual([]);
  });
});
