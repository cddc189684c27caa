import { expect, it } from 'vitest';
import { type CommentThread, isPinned, threadsByTime } from './threads.ts';

const thread = (id: string, timeSec: number, createdAt: string, resolvedAt: string | null = null): CommentThread => ({
  ...{ id, timeSec, createdAt, resolvedAt, projectId: 'prj_1', parentId: null, endSec: null, point: null },
  ...{ text: id, author: { via: 'editor', name: 'Ada' }, updatedAt: createdAt, answers: [] },
});

it('threads are in the order of their times, then of their age, with resolved ones on request', () => {
  const [late, early, done] = [
    thread('late', 2, '2026-11-30T10:00:00Z'),
    thread('early', 1, '2026-11-30T11:00:00Z'),
    thread('done', 1, '2026-11-30T09:00:00Z', '2026-11-30T12:00:00Z'),
  ];
  expect(threadsByTime([late, early, done], false)).toEqual([done, early, late]);
  expect(threadsByTime([late, early, done], true)).toEqual([early, late]);
});

it('a pin is visible during its range, or for a second after its moment', () => {
  const point = { x: 0.5, y: 0.5 };
  const at = [1.9, 2, 2.9, 3, 4];
  expect(at.map((sec) => isPinned({ timeSec: 2, endSec: null, point }, sec))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(at.map((sec) => isPinned({ timeSec: 2, endSec: 4, point }, sec))).toEqual([false, true, true, true, false]);
  expect(at.map((sec) => isPinned({ timeSec: 2, endSec: 4, point: null }, sec))).toEqual(at.map(() => false));
});
