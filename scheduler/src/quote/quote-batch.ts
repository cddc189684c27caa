import type { Document } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { fillVariables } from '@framemill/timeline/variables';
import { type AppliedOptions, type PreparedRender, planOf, prepareDocument } from '../admission/prepare-render.ts';
import { type BatchInput, withCompression } from '../batches.ts';
import { allowanceFor, renderFiles } from './allowance.ts';
import { type Quote, type QuoteDeps, quoteFilms } from './quote-render.ts';

/** Maximum number of items that are estimated. More items would delay the caller by seconds. */
const mostLookedAt = 200;

/**
 * Estimates the work and time of a batch in the current state of the farm. If the batch has more than 200 items, an
 * evenly spaced sample is estimated, and the result is extrapolated to all items. Segments that all items share are
 * counted once. Throws `invalid_request` for the first sampled item whose values do not give a valid document.
 */
export async function quoteBatch(
  deps: QuoteDeps,
  input: Omit<BatchInput, 'name' | 'environment' | 'along'>,
): Promise<{ quote: Quote; applied: AppliedOptions }> {
  const { items, document } = input;
  const wish = withCompression(input);
  const plan = await planOf(deps, input.accountId);
  const every = Math.max(1, Math.ceil(items.length / mostLookedAt));
  const prepared: PreparedRender[][] = [];
  for (const { variables } of items.filter((_, position) => position % every === 0)) {
    const prepare = (stored: Document) => parseDocument(fillVariables(stored, variables));
    const own = await prepareDocument(deps, { ...wish, prepare }, plan, document);
    prepared.push(renderFiles(own, plan, input.outputs?.map(withCompression)));
  }
  const [first] = prepared;
  const applied = first?.[0]?.applied;
  if (first === undefined || applied === undefined) throw new RangeError('The batch has no items.');
  const some = await quoteFilms(deps, input, plan, prepared, true);
  if (every === 1) return { quote: some, applied };
  const alone = await quoteFilms(deps, input, plan, [first], true);
  const allowance = await allowanceFor(deps.database, input.accountId, plan, items.length, true);
  return { quote: { ...stretched(some, alone, items.length), allowance }, applied };
}

/**
 * Extrapolates a quote from the sample to all items. The first item includes the work that all items share; the
 * additional work of the other items grows with their number.
 */
function stretched(some: Quote, alone: Quote, items: number): Quote {
  const factor = (items - 1) / Math.max(1, some.renders - 1);
  const grown = (whole: number, one: number) => one + (whole - one) * factor;
  const rounded = (whole: number, one: number) => Math.round(grown(whole, one));
  const seconds = (whole: number | null, one: number | null) =>
    whole === null || one === null ? null : Math.round(grown(whole, one) * 100) / 100;
  const total = rounded(some.segments.total, alone.segments.total);
  const toRender = rounded(some.segments.toRender, alone.segments.toRender);
  return {
    ...some,
    renders: items,
    durationSec: grown(some.durationSec, alone.durationSec),
    frames: {
      total: rounded(some.frames.total, alone.frames.total),
      toRender: rounded(some.frames.toRender, alone.frames.toRender),
    },
    segments: { total, toRender, reused: total - toRender },
    expectedSeconds: seconds(some.expectedSeconds, alone.expectedSeconds),
    slotSeconds: seconds(some.slotSeconds, alone.slotSeconds),
  };
}
