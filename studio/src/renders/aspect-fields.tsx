import { formats, takesAspect } from '@framemill/compositor/formats';
import { ASPECT_RATIOS, canvasOfAspect } from '@framemill/timeline';
import { Check } from '../ui/check.tsx';
import { SelectField } from '../ui/field.tsx';
import type { RenderChoice } from './render-choice.ts';

interface AspectFieldsProps {
  choice: RenderChoice;
  /** Size of the project's canvas, in pixels. */
  size: { width: number; height: number };
  onChange(choice: RenderChoice): void;
}

/** Select field for the aspect ratio of a file in `format`. Renders nothing for formats without an aspect ratio. */
export function AspectField({ choice, size, onChange, format }: AspectFieldsProps & { format: string }) {
  if (!hasAspect(format)) return null;
  const { [format]: chosen, ...others } = choice.aspects;
  return (
    <SelectField
      label={format === choice.format ? 'Aspect ratio' : `Aspect ratio of ${format}`}
      onChange={({ target }) => {
        const aspect = ASPECT_RATIOS.find((one) => one === target.value);
        onChange({
          ...choice,
          aspects: aspect === undefined ? others : { ...others, [format]: aspect },
          alsoIn: format === choice.format ? choice.alsoIn.filter((one) => one !== aspect) : choice.alsoIn,
        });
      }}
      value={chosen ?? ''}
    >
      <option value="">
        As the project: {size.width} × {size.height}
      </option>
      {otherAspects(size).map(({ aspect, canvas }) => (
        <option key={aspect} value={aspect}>
          {aspect}: {canvas.width} × {canvas.height}
        </option>
      ))}
    </SelectField>
  );
}

/**
 * Checkboxes for further aspect ratios that the video is also rendered in. `most` is the number of files that may still
 * be added.
 */
export function AlsoInFields({ choice, size, onChange, most }: AspectFieldsProps & { most: number }) {
  const { alsoIn, format, aspects } = choice;
  if (!hasAspect(format)) return null;
  const offered = otherAspects(size).filter(({ aspect }) => aspect !== aspects[format]);
  return (
    <fieldset className="px-3 pb-3 text-[13px]">
      <legend className="mb-1.5 text-soft">The film laid out again for</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {offered.map(({ aspect }) => (
          <Check
            isDisabled={!alsoIn.includes(aspect) && most <= 0}
            isOn={alsoIn.includes(aspect)}
            key={aspect}
            onChange={(isOn) => {
              const others = alsoIn.filter((one) => one !== aspect);
              onChange({ ...choice, alsoIn: isOn ? [...others, aspect] : others });
            }}
          >
            {aspect}
          </Check>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns the aspect ratios that differ from the project's own, each with its canvas size in pixels. */
function otherAspects(size: { width: number; height: number }) {
  return ASPECT_RATIOS.map((aspect) => ({ aspect, canvas: canvasOfAspect(size, aspect) })).filter(
    ({ canvas }) => canvas !== size,
  );
}

function hasAspect(name: string): boolean {
  const format = formats.find((one) => one === name);
  return format !== undefined && takesAspect(format);
}
