import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { s3Of, startServices } from './services.ts';

test('services that keep objects in a folder have no S3 service', async () => {
  const services = await startServices({ objectsIn: 'folder' });
  try {
    expect(services).toMatchObject({ objects: { kind: 'folder' }, s3: null });
    expect(() => s3Of(services)).toThrow('Start them with an S3 service');
    const running = spawnSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).stdout.split('\n');
    expect(running.filter((line) => line.includes('object-server.ts') && line.includes(services.folder))).toEqual([]);
  } finally {
    await services.close();
  }
});
