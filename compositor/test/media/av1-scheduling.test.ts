import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { svtAv1 } from '../../src/media/encode/encoders.ts';
import { openFrameWriter } from '../../src/media/encode/frame-writer.ts';

/**
 * Returns the scheduling class of each thread of this process: 0 is normal, 1 is the real-time class FIFO (proc(5),
 * field 41 of stat).
 */
const schedulingClasses = () =>
  readdirSync('/proc/self/task').map((thread) => {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[38]);
  });

test.runIf(process.platform === 'linux')('an AV1 encoder leaves all threads in the usual scheduling class', () => {
  const rate = { num: 30, den: 1 };
  const size = { width: 64, height: 64 };
  const encoding = { encoder: svtAv1.encoder, options: svtAv1.options('draft'), ...size, clock: rate, rate };
  const writer = openFrameWriter(encoding, join(tmpdir(), `scheduling-${process.pid}.mp4`), 'the test file');
  const classes = new Set(schedulingClasses());
  writer.abort();
  expect([...classes]).toEqual([0]);
});
