import type { Clip } from '@framemill/timeline';

/**
 * Returns the selection after a press on a clip: the clip with its group, or the unchanged selection if the clip is
 * already selected. With `isMore` the clip and its group are added to the selection, or removed from it.
 */
export function selectionAfterPress(
  selection: readonly string[],
  clip: Clip,
  clips: readonly Clip[],
  isMore: boolean,
): readonly string[] {
  const together =
    clip.groupId === undefined
      ? [clip.id]
      : clips.filter(({ groupId }) => groupId === clip.groupId).map(({ id }) => id);
  const isPicked = selection.includes(clip.id);
  if (!isMore) return isPicked ? selection : together;
  return isPicked ? selection.filter((id) => !together.includes(id)) : [...selection, ...together];
}
