import { type Clip, KEYFRAMABLE, type KeyframableProp } from '@framemill/timeline';
import { IconButton } from '../../ui/button.tsx';
import { titleOf } from '../../ui/labels.ts';
import { useActions, useEditor } from '../model/use-editor.ts';

/** Maximum distance from the playhead to a keyframe that counts as being at the playhead, in seconds. */
const ON_KEYFRAME_SEC = 0.02;

/** Button that sets a keyframe at the playhead, or removes the one there. `value` is the value of the property. */
export function KeyframeButton({ clip, prop, value }: { clip: Clip; prop: KeyframableProp; value: unknown }) {
  const timeSec = useEditor((state) => Math.round((state.playheadSec - clip.start) * 1e3) / 1e3);
  const actions = useActions();
  const { field, initial } = KEYFRAMABLE[prop];
  const keyframes = clip[field] ?? [];
  const here = keyframes.find(({ time }) => Math.abs(time - timeSec) < ON_KEYFRAME_SEC);
  const isInside = timeSec >= 0 && timeSec <= clip.duration;
  const added = {
    ...{ op: 'addKeyframe', clipId: clip.id, prop, time: timeSec },
    value: typeof value === 'number' ? value : initial,
  };
  return (
    <IconButton
      className={keyframes.length > 0 ? 'text-accent' : ''}
      disabled={!isInside}
      icon="keyframe"
      isOn={here !== undefined}
      label={here ? `Remove keyframe: ${titleOf(prop)}` : `Add keyframe at the playhead: ${titleOf(prop)}`}
      onClick={() =>
        here
          ? actions.run('Remove keyframe', [{ op: 'removeKeyframe', clipId: clip.id, prop, time: here.time }])
          : actions.run('Add keyframe', [added])
      }
      size="small"
    />
  );
}

/** Whether keyframes can animate the field of a clip. */
export function isKeyframable(field: string): field is KeyframableProp {
  return Object.hasOwn(KEYFRAMABLE, field);
}
