import { type Clip, ease, KEYFRAMABLE, type KeyframableProp, type Keyframe, VOCABULARY } from '@framemill/timeline';
import { useId, useState } from 'react';
import { choiceLabel, easingParts, titleOf } from '../../ui/labels.ts';
import { Popover } from '../../ui/popover.tsx';
import { NumberInput } from '../commands/number-input.tsx';
import { useActions } from '../model/use-editor.ts';
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
  const id = useId();
  const { minimum, maximum, unit } = KEYFRAMABLE[prop];
  const set = (label: string, fields: Partial<Keyframe>) =>
    actions.run(label, [setKeyframe(clip, prop, { ...keyframe, ...fields })]);
  return (
    <Popover anchor={anchor} isOpen label={`Keyframe: ${titleOf(prop)}`} onOpenChange={onClose}>
      <div className="flex items-center gap-2 px-1 pb-1.5 text-[13px]">
        <label className="text-soft" htmlFor={id}>
          {titleOf(prop)}
        </label>
        <span className="w-24">
          <NumberInput
            id={id}
            isBare
            name={prop}
            onChange={(value) => typeof value === 'number' && set(`Edit keyframe: ${titleOf(prop)}`, { value })}
            onPreview={(value) =>
              actions.drag(typeof value === 'number' ? [setKeyframe(clip, prop, { ...keyframe, value })] : null)
            }
            schema={{ type: 'number', minimum, maximum }}
            value={keyframe.value}
          />
        </span>
        <span className="grow text-xs text-faint">{unit}</span>
        <button
          className="rounded-md px-2 py-1 text-bad hover:bg-bad-soft"
          onClick={() => {
            onClose();
            actions.run(`Remove keyframe: ${titleOf(prop)}`, [removeKeyframe(clip, prop, keyframe)]);
          }}
          type="button"
        >
          Remove
        </button>
      </div>
      <EasingPicker
        onChoose={(easing) => set(`Easing: ${titleOf(prop)}`, { easing })}
        value={keyframe.easing ?? 'linear'}
      />
    </Popover>
  );
}

type EasingName = (typeof VOCABULARY.easing)[number];

const DIRECTIONS = [
  ['In', 'In'],
  ['Out', 'Out'],
  ['InOut', 'In-out'],
] as const;

/** Easings with a single form, which belong to no family. */
const SINGLE = VOCABULARY.easing.filter((name) => easingParts(name) === null);

/** Easing families with their forms by direction, in the order of the vocabulary. */
const FAMILIES = [...Map.groupBy(VOCABULARY.easing, familyOf)].filter(([family]) => family !== null);

interface EasingPickerProps {
  value: EasingName;
  onChoose(value: EasingName): void;
}

/** Easing picker: shows every easing as its curve, by family and direction. The hovered one is drawn large. */
function EasingPicker({ value, onChoose }: EasingPickerProps) {
  const [looked, setLooked] = useState<EasingName | null>(null);
  const cell = (name: EasingName) => (
    <button
      aria-label={choiceLabel(name)}
      aria-pressed={value === name}
      className={`grid h-7.5 w-10 place-items-center rounded-md hover:bg-hover ${
        value === name ? 'bg-accent-soft text-accent' : 'text-soft hover:text-text'
      }`}
      key={name}
      onBlur={() => setLooked(null)}
      onClick={() => onChoose(name)}
      onFocus={() => setLooked(name)}
      onPointerEnter={() => setLooked(name)}
      onPointerLeave={() => setLooked(null)}
      title={choiceLabel(name)}
      type="button"
    >
      <Curve height={24} name={name} width={30} />
    </button>
  );
  const shown = looked ?? value;
  return (
    <fieldset aria-label="Easing to the next keyframe" className="w-92">
      <div className="mb-2 flex items-center gap-3 rounded-lg bg-sunken p-2">
        <span className="text-accent">
          <Curve height={66} isLarge name={shown} width={110} />
        </span>
        <div className="min-w-0 grow">
          <p className="text-[13px]">{choiceLabel(shown)}</p>
          <p className="mb-1.5 text-xs text-faint">To the next keyframe</p>
          <div className="flex gap-0.5">{SINGLE.map(cell)}</div>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-x-3">
        {[0, 1].map((half) => (
          <div className="grid grid-cols-[1fr_repeat(3,auto)] content-start items-center" key={half}>
            <span />
            {DIRECTIONS.map(([direction, label]) => (
              <span className="pb-0.5 text-center text-xs text-faint" key={direction}>
                {label}
              </span>
            ))}
            {halfOf(half).map(([family, names]) => (
              <div className="contents" key={family}>
                <span className="pl-1 text-xs text-soft">{family}</span>
                {names.map(cell)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** Plot of an easing: time to the right, value upwards. `isLarge` adds lines at the start and end values. */
function Curve({ name, width, height, isLarge }: { name: EasingName; width: number; height: number; isLarge?: true }) {
  // Some easings go below their start and above their end value, by less than half of the range.
  const [top, bottom] = [height * 0.24, height * 0.76];
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const y = bottom - ease(name, step / STEPS) * (bottom - top);
    return `${((step / STEPS) * (width - 2) + 1).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg aria-hidden="true" fill="none" height={height} width={width}>
      {isLarge &&
        [top, bottom].map((y) => <line className="stroke-line-strong" key={y} x1="0" x2={width} y1={y} y2={y} />)}
      <polyline points={points.join(' ')} stroke="currentColor" strokeLinejoin="round" strokeWidth="1.5" />
    </svg>
  );
}

const STEPS = 48;

function halfOf(half: number) {
  const middle = Math.ceil(FAMILIES.length / 2);
  return half === 0 ? FAMILIES.slice(0, middle) : FAMILIES.slice(middle);
}

function familyOf(name: EasingName): string | null {
  return easingParts(name)?.family ?? null;
}
