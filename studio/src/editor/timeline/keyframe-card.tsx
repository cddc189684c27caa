import { type Clip, ease, KEYFRAMABLE, type KeyframableProp, type Keyframe, VOCABULARY } from '@framemill/timeline';
import { Popover } from '../../ui/popover.tsx';
import { useActions } from '../model/use-editor.ts';
import { removeKeyframe, setKeyframe } from './keyframe-commands.ts';

interface KeyframeCardProps {
  anchor: Element;
  clip: Clip;
  prop: KeyframableProp;
  keyframe: Keyframe;
  onClose(): void;
}

/** One keyframe in numbers: its value, and the curve that leads on from it. */
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
      <fieldset aria-label="Curve to the next keyframe" className="grid w-84 grid-cols-6 gap-0.5">
        {VOCABULARY.easing.map((easing) => (
          <button
            aria-label={easing}
            aria-pressed={(keyframe.easing ?? 'linear') === easing}
            className={`flex flex-col items-center rounded-md p-1 hover:bg-hover ${
              (keyframe.easing ?? 'linear') === easing ? 'bg-accent-soft text-accent' : 'text-soft'
            }`}
            key={easing}
            onClick={() => set(`Curve of ${prop}`, { easing })}
            title={easing}
            type="button"
          >
            <svg
              aria-hidden="true"
              fill="none"
              height="22"
              stroke="currentColor"
              strokeWidth="1.5"
              viewBox="-2 -8 28 36"
              width="28"
            >
              <polyline points={curvePoints(easing)} />
            </svg>
            <span className="w-full truncate text-center text-[9px]">{easing.replace('ease', '')}</span>
          </button>
        ))}
      </fieldset>
    </Popover>
  );
}

/** The curve of an easing in a box of 24 by 20. */
function curvePoints(easing: (typeof VOCABULARY.easing)[number]): string {
  return Array.from({ length: 25 }, (_, x) => `${x},${(20 - ease(easing, x / 24) * 20).toFixed(1)}`).join(' ');
}
