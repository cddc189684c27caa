import { describe, expect, it } from 'vitest';
import { reasonsOf } from './reasons-of.ts';

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
