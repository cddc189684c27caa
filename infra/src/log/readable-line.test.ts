import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { readableLine } from './readable-line.ts';

it('is one line with time, level, process, message and fields, and errors by their message', () => {
  const lines: string[] = [];
  const log = createLogger('farm', { level: 'info' }, { write: (line) => lines.push(readableLine(line)) });
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  log.warn({ err: new Error('Redis is away', { cause }), seconds: 60 }, 'the lease could not be written');
  log.info({ renderId: 'rnd_1', frames: 30, segments: [1, 2], note: 'two words' }, 'range rendered');
  log.info('ready');
  expect(lines.map((line) => stripVTControlCharacters(line).replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
    'warn  farm  the lease could not be written  err="Redis is away: connect ECONNREFUSED" seconds=60\n',
    'info  farm  range rendered  renderId=rnd_1 frames=30 segments=[1,2] note="two words"\n',
    'info  farm  ready\n',
  ]);
});

it('leaves what is no log line as it is', () => {
  expect(['plain text\n', '12\n', '[1]\n'].map(readableLine)).toEqual(['plain text\n', '12\n', '[1]\n']);
});
