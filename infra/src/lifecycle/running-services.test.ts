import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '@framemill/testing/folders';
import { beforeEach, describe, expect, it } from 'vitest';
import { joinRunningServices, readRunningServices, writeRunningServices } from './running-services.ts';

describe('the file of running services', () => {
  let folder: string;
  beforeEach(() => {
    folder = testFolder();
  });

  it('is there, for its owner only, while the services run', async () => {
    const remove = await writeRunningServices(folder, { REDIS_URL: 'redis://x' });
    expect(await readRunningServices(folder)).toEqual({ REDIS_URL: 'redis://x', FRAMEMILL_PID: String(process.pid) });
    expect((await stat(path.join(folder, 'services.json'))).mode & 0o777).toBe(0o600);
    await remove();
    expect(await readRunningServices(folder)).toBeNull();
  });

  it('is void when its process is gone', async () => {
    // Above the largest pid of Linux and macOS.
    await writeFile(
      path.join(folder, 'services.json'),
      JSON.stringify({ REDIS_URL: 'redis://x', FRAMEMILL_PID: '5000000' }),
    );
    expect(await readRunningServices(folder)).toBeNull();
  });

  it('is joined by what the environment leaves out or empty', () => {
    const services = { REDIS_URL: 'redis://x', DATABASE_URL: 'postgres://x', S3_BUCKET: 'b' };
    const env = { REDIS_URL: '', DATABASE_URL: ' ', S3_BUCKET: 'mine', SLOTS: '1', NODE_ID: undefined };
    expect(joinRunningServices(services, env)).toEqual({ ...services, S3_BUCKET: 'mine', SLOTS: '1' });
    expect(joinRunningServices(null, env)).toEqual({ S3_BUCKET: 'mine', SLOTS: '1' });
  });
});
