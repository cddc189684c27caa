import { describe, expect, it } from 'vitest';
import { loadedBy } from './loaded-by.ts';

// Without surroundings a service ends, after it has loaded everything that it imports.
const loaded = {
  api: loadedBy('api/src/main.ts').files,
  scheduler: loadedBy('scheduler/src/main.ts').files,
  node: loadedBy('farm/src/main.ts').files,
};
const commandsOf = (files: string[]) => files.filter((file) => file.includes('/timeline/src/commands/'));

describe('a service', () => {
  it.each(Object.entries(loaded))('loads the schema library as one file, not as its 680 modules: %s', (_, files) => {
    expect(files.filter((file) => file.endsWith('/timeline/typebox/build/index.mjs'))).toHaveLength(1);
    expect(files.filter((file) => file.includes('/node_modules/typebox/'))).toEqual([]);
  });

  it('starts without the commands, when it is not the API, which runs them', () => {
    expect(commandsOf(loaded.scheduler)).toEqual([]);
    expect(commandsOf(loaded.node)).toEqual([]);
    expect(commandsOf(loaded.api).length).toBeGreaterThan(30);
  });

  it('loads nothing of OpenTelemetry when it has no receiver of traces', () => {
    const files = Object.values(loaded).flat();
    expect(files.filter((file) => file.endsWith('/tracing/tracing.ts'))).not.toEqual([]);
    expect(files.filter((file) => /@opentelemetry.(sdk-trace|exporter|resources)/.test(file))).toEqual([]);
  });

  it('loads the client of a database only when it is no node, and that of S3 only when objects lie there', () => {
    const database = (files: string[]) => files.some((file) => file.includes('/node_modules/@prisma/client/'));
    expect(
      Object.entries(loaded)
        .filter(([, files]) => database(files))
        .map(([name]) => name),
    ).toEqual(['api', 'scheduler']);
    expect(
      Object.values(loaded)
        .flat()
        .filter((file) => file.includes('/node_modules/@aws-sdk/')),
    ).toEqual([]);
  });
});
