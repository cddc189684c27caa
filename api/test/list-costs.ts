import { pagesRead, recordStatements } from '@framemill/testing/recorded-statements';
import { expect } from 'vitest';
import type { TestAccount, TestApi } from './start-api.ts';

/** Answer to a request, and what it cost. */
export interface ListCost {
  /** Pages (8 kB) that the statements of the request read. */
  readonly pages: number;
  /** Number of entries in the list; 0 when the answer is no list. */
  readonly rows: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
  readonly body: any;
}

/**
 * Sends a GET request, with the key of an account or the headers of a session, expects status 200, and counts the pages
 * that it reads. The database must have been vacuumed, and nothing else may use it.
 */
export async function costOf(
  api: TestApi,
  caller: TestAccount | Awaited<ReturnType<TestApi['signIn']>>,
  url: string,
): Promise<ListCost> {
  const [account, headers] = 'key' in caller ? [caller, {}] : [null, { ...caller }];
  let [rows, body]: [number, ListCost['body']] = [0, null];
  const statements = await recordStatements(api.services.databaseUrl, async () => {
    const answer = await api.send(account, 'GET', url, undefined, headers);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    body = answer.body;
    const { nextCursor, ...list } = body;
    rows = nextCursor === undefined ? 0 : Object.values(list).flat().length;
  });
  expect(statements.length).toBeGreaterThan(0);
  return { pages: await pagesRead(api.services.databaseUrl, statements), rows, body };
}
