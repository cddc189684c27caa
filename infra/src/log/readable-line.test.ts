import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { readableLine, reasonsOf } from './readable-line.ts';

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

describe('reasonsOf', () => {
  it('says what lies behind an error, in order', () => {
    const refused = new Error('connect ECONNREFUSED 127.0.0.1:1');
    const cause = new Error('The store failed.', { cause: refused });
    expect(reasonsOf(new Error('The node does not join.', { cause }))).toBe(
      'The node does not join. Because: The store failed. Because: connect ECONNREFUSED 127.0.0.1:1',
    );
    expect(reasonsOf('no error at all')).toBe('no error at all');
  });

  it('says nothing twice', () => {
    const cause = new Error("Unknown option '--x'");
    expect(reasonsOf(new Error("Unknown option '--x'. See --help.", { cause }))).toBe(
      "Unknown option '--x'. See --help.",
    );
  });

  it('names the error of each address where the one of all has no message', () => {
    const cause = new AggregateError([new Error('ECONNREFUSED ::1:1'), new Error('ECONNREFUSED 127.0.0.1:1')]);
    expect(reasonsOf(new Error('PostgreSQL cannot be used.', { cause }))).toBe(
      'PostgreSQL cannot be used. Because: ECONNREFUSED ::1:1; ECONNREFUSED 127.0.0.1:1',
    );
  });
});
