import { FramemillError } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { againWhenStale } from './again-when-stale.ts';
import { staleRev } from './project-store.ts';

/** Work that fails as `errors` say, one a time, and then gives its attempt. */
const failing = (...errors: Error[]) => {
  return async (attempt: number) => {
    const error = errors[attempt - 1];
    if (error) throw error;
    return attempt;
  };
};

describe('work on a project that others save, too', () => {
  it('is done again on what they saved', async () => {
    expect(await againWhenStale(3, failing(staleRev(2), staleRev(3)))).toBe(3);
  });

  it('is given up after the tries that it has', async () => {
    await expect(againWhenStale(2, failing(staleRev(2), staleRev(3)))).rejects.toMatchObject({ details: { rev: 3 } });
    await expect(againWhenStale(1, failing(staleRev(2)))).rejects.toMatchObject({ details: { rev: 2 } });
  });

  it('is not done again for anything else', async () => {
    const other = new FramemillError('not_found', 'gone');
    await expect(againWhenStale(3, failing(other))).rejects.toBe(other);
  });
});
