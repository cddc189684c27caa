import { expect, it } from 'vitest';
import { admitRender, putBack, takeRange } from './render-work.ts';

it('tells a part that was split off and put back from what remains of its task', () => {
  const spec = { id: 'r', accountId: 'a', submitAtMs: 0, segments: 8, msPerFrame: 10 };
  const render = admitRender(spec, 0, { weight: 1, priority: 0 });
  const [whole] = render.ready;
  if (whole === undefined) throw new Error('an admitted render has a ready task');
  putBack(takeRange(whole, 0));
  expect(render.ready.map(({ firstSegment, lastSegment }) => [firstSegment, lastSegment])).toEqual([
    [0, 0],
    [1, 7],
  ]);
  expect(new Set(render.ready.map(({ id }) => id)).size).toBe(2);
});
