import { type ObjectStore, readObject } from '@framemill/infra';
import type { MediaFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { objectKeys, parseMediaFacts } from '../protocol/index.ts';

/**
 * Reads the index of the fixtures that clips may use, as file name -> media facts. Empty when the store has no
 * fixtures.
 */
export async function readFixtureIndex(store: ObjectStore): Promise<Map<string, MediaFacts>> {
  let index: unknown;
  try {
    index = await readObject(store, objectKeys.fixtureIndex, (bytes) => JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'not_found') return new Map();
    throw error;
  }
  if (typeof index !== 'object' || index === null) return new Map();
  return new Map(Object.entries(index).map(([file, facts]) => [file, parseMediaFacts(facts)]));
}
