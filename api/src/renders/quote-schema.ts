import type { Quote } from '@framemill/scheduler';
import { type Static, Type } from '@framemill/timeline/typebox';
import { readAccountNow } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';

const nullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

/** Schema of a quote for a render or a batch: expected time, amount of work, limits of the plan, and credits. */
export const QuoteSchema = Type.Object(
  {
    renders: Type.Integer(),
    durationSec: Type.Number({ description: 'Of all films together; further outputs of a film do not count.' }),
    frames: Type.Object(
      { total: Type.Integer(), toRender: Type.Integer() },
      { description: 'Of all files: outputs of one coding, quality and size share theirs.' },
    ),
    segments: Type.Object({
      total: Type.Integer(),
      toRender: Type.Integer(),
      reused: Type.Integer({ description: 'Rendered before, or the same as another one.' }),
    }),
    expectedSeconds: nullableNumber(
      'From the request to the last file, as fast as the live nodes were lately; null: none of them can render it now.',
    ),
    waitSeconds: nullableNumber('The part of it in which earlier renders of the account are finished.'),
    slotSeconds: nullableNumber('Work of one slot of the farm.'),
    measuredBy: Type.Enum(['project', 'nodes', 'engine', 'none'], {
      description:
        'What `expectedSeconds` was measured of: earlier renders of this project, what the live nodes did ' +
        'lately, any renders of their release, or nothing yet.',
    }),
    pool: Type.Enum(['cpu', 'gpu', 'html']),
    poolReason: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why that pool would draw it.' }),
    slots: Type.Integer({ description: 'Slots of the live nodes that could work on it.' }),
    allowance: Type.Object({
      exports: Type.Object({
        needed: Type.Integer(),
        used: Type.Integer(),
        limit: nullableNumber('null: unlimited'),
        resetsAt: Type.String({ format: 'date-time' }),
      }),
      concurrentRenders: Type.Object({ used: Type.Integer(), limit: nullableNumber('null: unlimited') }),
      refusedBy: Type.Unsafe<'exports' | 'concurrentRenders' | null>({
        enum: ['exports', 'concurrentRenders', null],
        description: 'The limit that would refuse it at this moment; null: it would be admitted.',
      }),
    }),
    credits: Type.Object({
      charged: Type.Integer({ description: 'What it would cost: renders cost exports, no credits.' }),
      remaining: Type.Integer(),
    }),
  },
  {
    title: 'Quote',
    examples: [
      {
        ...{ renders: 1, durationSec: 10, frames: { total: 300, toRender: 180 } },
        segments: { total: 10, toRender: 6, reused: 4 },
        ...{ expectedSeconds: 2.8, waitSeconds: 0, slotSeconds: 4.4, measuredBy: 'project', pool: 'cpu', slots: 2 },
        poolReason: 'Its effects take 0 ms of a processor a frame; graphics cards draw from 15 ms on.',
        allowance: {
          exports: { needed: 1, used: 12, limit: 1_000, resetsAt: '2026-12-15T10:00:00.000Z' },
          ...{ concurrentRenders: { used: 0, limit: 5 }, refusedBy: null },
        },
        credits: { charged: 0, remaining: 5_970 },
      },
    ],
  },
);

/** Converts a quote to the form of API responses, which also contains the account's remaining credits. */
export async function quoteAnswer(deps: ApiDeps, accountId: string, quote: Quote): Promise<Static<typeof QuoteSchema>> {
  const account = await readAccountNow(deps, accountId);
  const { exports, concurrentRenders, refusedBy } = quote.allowance;
  return {
    ...{ ...quote, frames: { ...quote.frames }, segments: { ...quote.segments } },
    allowance: { exports: { ...exports }, concurrentRenders: { ...concurrentRenders }, refusedBy },
    credits: { charged: 0, remaining: account?.balance ?? 0 },
  };
}
