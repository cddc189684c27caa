import { expect, it } from 'vitest';
import { createRenderChanges, type RenderChanges } from './render-changes.ts';

/** Runs a step that does nothing but record the renders that it was given, and resolves with them. */
async function given(changes: RenderChanges, again: string[] = []): Promise<readonly string[] | null> {
  let ids: readonly string[] | null = [];
  await changes.follow('finish', async (renderIds) => {
    ids = renderIds;
    return again;
  });
  return ids;
}

it('a step gets all renders at first, then those that have changed, and those that it asks for again', async () => {
  const changes = createRenderChanges();
  changes.note(['a']);
  expect(await given(changes)).toBeNull();
  expect(await given(changes)).toEqual([]);
  changes.note(['a', 'b', 'a']);
  expect(await given(changes, ['b'])).toEqual(['a', 'b']);
  expect(await given(changes)).toEqual(['b']);
  changes.noteAll();
  expect(await given(changes)).toBeNull();
});

it('a step that fails gets the same renders again, with those that have changed meanwhile', async () => {
  const changes = createRenderChanges();
  const fail = (meanwhile: () => void) =>
    expect(
      changes.follow('finish', async () => {
        meanwhile();
        throw new Error('Redis is away.');
      }),
    ).rejects.toThrow('Redis is away.');
  await fail(() => changes.note(['a']));
  expect(await given(changes)).toBeNull();
  changes.note(['a']);
  await fail(() => changes.note(['b']));
  expect(await given(changes)).toEqual(['a', 'b']);
  await fail(() => changes.noteAll());
  expect(await given(changes)).toBeNull();
});
