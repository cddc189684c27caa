import { isRecord } from '@framemill/timeline/rendering';
import { askJson, type Service } from './service.ts';

/**
 * Fetches all pages of a list from a service and returns their records. `path` must have a query; `part`: the field of
 * the responses that holds the records. Throws like `askJson`.
 */
export async function askPages(service: Service, path: string, part: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let cursor: unknown = null;
  do {
    const from = typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const answer = await askJson(service, `${path}${from}`);
    const records = answer[part];
    found.push(...(Array.isArray(records) ? records.filter(isRecord) : []));
    cursor = answer.nextCursor;
  } while (typeof cursor === 'string');
  return found;
}
