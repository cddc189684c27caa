import type { EditorState } from '../model/editor-store.ts';
import type { JsonSchema } from './registry.ts';

/** Duration of clips that a command form adds, in seconds. */
const DURATION_SEC = 4;

/**
 * Returns the initial values of a command form's required parameters: the selection, the playhead time, and the first
 * value of an enumeration.
 */
export function firstValues(
  { properties = {}, required = [] }: JsonSchema,
  { selection, playheadSec, document }: Pick<EditorState, 'selection' | 'playheadSec' | 'document'>,
): Record<string, unknown> {
  const clip = document.clips.find(({ id }) => id === selection[0]);
  const time = Math.round(playheadSec * 1e3) / 1e3;
  const known: Record<string, unknown> = {
    ...(clip ? { clipId: clip.id, fromClipId: clip.id } : {}),
    ...(selection.length > 0 ? { clipIds: [...selection] } : {}),
    ...(clip ? { trackId: clip.trackIndex } : { trackId: document.tracks[0]?.id }),
    ...(clip?.groupId === undefined ? {} : { groupId: clip.groupId }),
    ...(clip?.effects?.[0] === undefined ? {} : { effectId: clip.effects[0].id }),
    ...{ start: time, at: time, duration: DURATION_SEC },
    ...(properties.prop && clip ? { time: Math.max(0, Math.round((playheadSec - clip.start) * 1e3) / 1e3) } : {}),
  };
  const values: Record<string, unknown> = {};
  for (const name of required) {
    // A required enumeration starts with its first value.
    const value = known[name] ?? properties[name]?.enum?.[0];
    if (value !== undefined) values[name] = value;
  }
  return values;
}
