import { type BatchItemInput, MOST_BATCH_ITEMS } from '@framemill/scheduler';
import { FramemillError, itemsOfCsv, listVariables, requireNames, type Variable } from '@framemill/timeline';
import type { RouteServices } from '../deps.ts';
import { LIGHT, TooHeavy, unitsOf } from '../limiter/too-heavy.ts';
import { loadProject } from '../projects/project-store.ts';
import { wishesOf } from '../renders/output-schema.ts';
import type { BatchBody } from './batch-body.ts';
import { tableText } from './table-text.ts';

/** Number of items up to which a batch is checked and quoted on the main thread, for `LIGHT.clips` clips each. */
const MOST_LIGHT_ITEMS = 20;

/**
 * Resolves a batch request: the current project document, its items, and the outputs of each item.
 * Throws `not_found`, `invalid_request` naming the first invalid item, and `TooHeavy` when the work must run on a
 * worker thread.
 */
export async function wantedBatch(deps: RouteServices, accountId: string, body: BatchBody) {
  const { projectId } = body;
  const { own, further } = wishesOf(body);
  const { document, row } = await loadProject(deps, accountId, projectId);
  const variables = listVariables(document);
  const items = await itemsOf(deps, accountId, body, variables);
  if (deps.side.kind === 'main' && items.length * row.clipCount > MOST_LIGHT_ITEMS * LIGHT.clips) {
    throw new TooHeavy(unitsOf({ clips: items.length }));
  }
  for (const [index, item] of items.entries()) {
    try {
      requireNames(variables, item.variables);
    } catch (error) {
      if (!(error instanceof FramemillError)) throw error;
      const field = body.items
        ? `body.items.${index}.variables`
        : body.csv === undefined
          ? 'body.csvMediaId'
          : 'body.csv';
      throw new FramemillError(error.code, `Item ${index}: ${error.message}`, { ...error.details, index, field });
    }
  }
  return { accountId, projectId, ...own, outputs: further, document, items };
}

async function itemsOf(
  deps: RouteServices,
  accountId: string,
  { items, csv, csvMediaId }: BatchBody,
  variables: readonly Variable[],
): Promise<readonly BatchItemInput[]> {
  const given = [items, csv, csvMediaId].filter((one) => one !== undefined);
  if (given.length !== 1) {
    const message = `Send exactly one of items, csv, csvMediaId (got ${given.length === 0 ? 'none' : given.length}).`;
    throw new FramemillError('invalid_request', message, { field: 'body.items' });
  }
  if (items !== undefined) return items;
  // Parsing a large table takes time, so it runs on a worker thread.
  if (csvMediaId !== undefined && deps.side.kind === 'main') throw new TooHeavy(1);
  const text = csvMediaId === undefined ? (csv ?? '') : await tableText(deps, accountId, csvMediaId);
  return itemsOfCsv(text, variables, MOST_BATCH_ITEMS);
}
