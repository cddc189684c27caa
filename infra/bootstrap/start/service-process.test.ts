import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suiteFolder } from '@framemill/testing/folders';
import { describe, expect, it, vi } from 'vitest';
import { openLogFile } from './service-process.ts';

const folder = suiteFolder();
describe('a log file', () => {
  it('begins anew, and keeps what comes in order', async () => {
    const file = path.join(folder, 'api.log');
    writeFileSync(file, 'of the run before\n');
    const log = openLogFile(file);
    log.write(Buffer.from('one\n'));
    log.write(Buffer.from('two\n'));
    log.end();
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n'), 100_000);
  });

  it('that cannot be written loses lines and ends nothing, and goes on when it can be', async () => {
    const file = path.join(folder, 'later', 'farm.log');
    const log = openLogFile(file);
    for (const line of ['lost\n', 'lost, too\n']) {
      log.write(Buffer.from(line));
      await delay(50);
    }
    await mkdir(path.dirname(file));
    log.write(Buffer.from('there is room again\n'));
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('there is room again\n'), 100_000);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    log.end();
  });
});
