import { Type } from '@framemill/timeline/typebox';
import { IdParams } from '../../projects/fields.ts';
import { requireRender } from '../../renders/render-lookup.ts';
import { orderOfRender, RenderBodySchema } from '../../renders/render-order.ts';
import { defineRoute } from '../../routing/define-route.ts';

/** States of a segment. `reused` means that an earlier render produced it. */
const states = ['waiting', 'running', 'done', 'reused'] as const;

/** Route `GET /api/studio/renders/{id}/map`: returns the state of each segment of a render, and its latest failures. */
export const getRenderMap = defineRoute({
  name: 'get-render-map',
  method: 'GET',
  path: '/api/studio/renders/:id/map',
  access: 'session',
  summary:
    'The segments of a render: which are there, which node has which, which were reused; and the tries that failed',
  params: IdParams,
  status: 200,
  answer: Type.Object({
    segments: Type.Array(
      Type.Object({
        index: Type.Integer(),
        startFrame: Type.Integer(),
        endFrame: Type.Integer({ description: 'Behind the last one.' }),
        state: Type.Enum([...states]),
        nodeId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      }),
    ),
    failures: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'frames, audio or stitch.' }),
        startFrame: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
        endFrame: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
        nodeId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        outcome: Type.String(),
        error: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        at: Type.String({ format: 'date-time' }),
      }),
    ),
  }),
  errors: ['not_found'],
  examples: [{ title: 'The map' }],
  async handle({ params: { id }, session: { accountId } }, deps) {
    await requireRender(deps, accountId, id);
    const { client } = deps.database;
    const [segments, tasks] = await Promise.all([
      client.renderSegment.findMany({ where: { renderId: id }, orderBy: { index: 'asc' } }),
      client.task.findMany({
        where: { renderId: id },
        select: {
          ...{ id: true, kind: true, status: true, firstSegment: true, lastSegment: true },
          ledger: { orderBy: { number: 'desc' }, take: 5 },
        },
      }),
    ]);
    const taskOf = new Map(tasks.map((task) => [task.id, task]));
    const running = tasks.filter(({ kind, ledger }) => kind === 'frames' && ledger[0]?.outcome === 'running');
    const frameAt = (index: number, end: 'startFrame' | 'endFrame') =>
      segments.find((segment) => segment.index === index)?.[end] ?? null;
    return {
      segments: segments.map(({ index, startFrame, endFrame, sha256, reused, taskId }) => {
        // The range that produced a segment is stored when the segment is complete. Until then it is looked up among
        // the running ranges.
        const task =
          taskId === null
            ? running.find(({ firstSegment, lastSegment }) => firstSegment <= index && index <= lastSegment)
            : taskOf.get(taskId);
        const attempt = task?.ledger[0];
        const state = reused ? 'reused' : sha256 ? 'done' : attempt?.outcome === 'running' ? 'running' : 'waiting';
        return {
          index,
          startFrame,
          endFrame,
          state: state as (typeof states)[number],
          nodeId: attempt?.nodeId ?? null,
        };
      }),
      failures: tasks
        .flatMap(({ kind, firstSegment, lastSegment, ledger }) =>
          ledger
            .filter(({ outcome }) => outcome === 'failed' || outcome === 'lost')
            .map(({ nodeId, outcome, error, startedAt, endedAt }) => {
              const isRange = kind === 'frames';
              const startFrame = isRange ? frameAt(firstSegment, 'startFrame') : null;
              const endFrame = isRange ? frameAt(lastSegment, 'endFrame') : null;
              return { kind, startFrame, endFrame, nodeId, outcome, error, at: (endedAt ?? startedAt).toISOString() };
            }),
        )
        .sort((a, b) => b.at.localeCompare(a.at))
        .slice(0, 20),
    };
  },
});

/** Route `GET /api/studio/renders/{id}/order`: returns the request that would render the project again. */
export const getRenderOrder = defineRoute({
  name: 'get-render-order',
  method: 'GET',
  path: '/api/studio/renders/:id/order',
  access: 'session',
  summary: 'What POST /v1/renders takes to make a render again of its project as it is now; null: it is not known',
  params: IdParams,
  status: 200,
  answer: Type.Object({ order: Type.Union([RenderBodySchema, Type.Null()]) }),
  errors: ['not_found'],
  examples: [{ title: 'The order' }],
  async handle({ params: { id }, session: { accountId } }, deps) {
    await requireRender(deps, accountId, id);
    return { order: await orderOfRender(deps, id) };
  },
});
