import { type Clip, KEYFRAMABLE, type KeyframableProp, type Keyframe } from '@framemill/timeline';
import { Popover } from '../../ui/popover.tsx';
import { useActions } from '../model/use-editor.ts';
import { EasingPicker } from './easing-picker.tsx';
import { removeKeyframe, setKeyframe } from './keyframe-commands.ts';

interface KeyframeCardProps {
  anchor: Element;
  clip: Clip;
  prop: KeyframableProp;
  keyframe: Keyframe;
  onClose(): void;
}

/** Popover for one keyframe: its value, and the easing to the next keyframe. */
export function KeyframeCard({ anchor, clip, prop, keyframe, onClose }: KeyframeCardProps) {
  const actions = useActions();
  const { minimum, maximum, unit } = KEYFRAMABLE[prop];
  const set = (label: string, fields: Partial<Keyframe>) =>
    actions.run(label, [setKeyframe(clip, prop, { ...keyframe, ...fields })]);
  return (
    <Popover anchor={anchor} isOpen label={`Keyframe of ${prop}`} onOpenChange={onClose}>
      <div className="flex items-center gap-2 px-1 pb-1.5 text-[13px]">
        <label className="flex items-center gap-2">
          <span className="text-soft">{prop}</span>
          <input
            aria-label={`Value of ${prop}`}
            className="h-7 w-24 rounded-md border border-line-strong bg-sunken px-2 tabular-nums"
            defaultValue={keyframe.value}
            key={keyframe.value}
            max={maximum}
            min={minimum}
            onBlur={({ target }) => {
              const value = target.valueAsNumber;
              if (Number.isFinite(value) && value !== keyframe.value) set(`Set a keyframe of ${prop}`, { value });
            }}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
            step="any"
            type="number"
          />
        </label>
        <span className="grow text-xs text-faint">{unit}</span>
        <button
          className="rounded-md px-2 py-1 text-bad hover:bg-bad-soft"
          onClick={() => {
            onClose();
            actions.run(`Remove a keyframe of ${prop}`, [removeKeyframe(clip, prop, keyframe)]);
          }}
          type="button"
        >
          Remove
        </button>
      </div>
      <EasingPicker onChoose={(easing) => set(`Curve of ${prop}`, { easing })} value={keyframe.easing ?? 'linear'} />
    </Popover>
  );
}
