import { useQuery } from '@tanstack/react-query';
import { destinationsQuery } from '../console/console-queries.ts';
import { Check, SelectField, TextField } from '../ui/field.tsx';
import type { RenderBody } from './render-choice.ts';

/** Options for a render's files: their destination, quality checks, and whether unchanged frames are copied. */
export interface RenderExtras {
  /** Id of the destination; an empty string sends the files nowhere. */
  destinationId: string;
  /** Name of the video at its destination; an empty string uses the project's name. */
  reference: string;
  isChecked: boolean;
  /** Whether frames that no edit changes are encoded again instead of copied from their source. */
  isEncodedAnew: boolean;
}

/** Initial values of the extra options. */
export const NO_EXTRAS: RenderExtras = { destinationId: '', reference: '', isChecked: false, isEncodedAnew: false };

/** Returns the request fields for the extra options. Options with default values are left out. */
export function extrasOf(extras: RenderExtras): Pick<RenderBody, 'destination' | 'reference' | 'qc' | 'smart'> {
  const { destinationId, reference, isChecked, isEncodedAnew } = extras;
  return {
    ...(destinationId === '' ? {} : { destination: { id: destinationId } }),
    ...(destinationId === '' || reference.trim() === '' ? {} : { reference: reference.trim() }),
    ...(isChecked ? { qc: 'strict' as const } : {}),
    ...(isEncodedAnew ? { smart: false } : {}),
  };
}

interface ExtraFieldsProps {
  extras: RenderExtras;
  onChange(extras: RenderExtras): void;
  /** Whether the options apply to a batch: each item has its own reference, and a fault fails only that item. */
  isBatch?: boolean;
  /** Whether one of the files is an H.264 MP4, for which unchanged frames can be copied from the source. */
  hasMp4?: boolean;
}

/** Form fields for the extra options. The destination field is hidden when the account has no destination. */
export function ExtraFields({ extras, onChange, isBatch = false, hasMp4 = false }: ExtraFieldsProps) {
  const { data: destinations = [] } = useQuery(destinationsQuery);
  return (
    <div className="mt-3 flex flex-col gap-2.5">
      {destinations.length > 0 && (
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label="Destination"
            onChange={({ target }) => onChange({ ...extras, destinationId: target.value })}
            value={extras.destinationId}
          >
            <option value="">None</option>
            {destinations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          {!isBatch && extras.destinationId !== '' && (
            <TextField
              label="Reference"
              maxLength={200}
              onChange={({ target }) => onChange({ ...extras, reference: target.value })}
              placeholder="Used in the file name"
              value={extras.reference}
            />
          )}
        </div>
      )}
      <Check isOn={extras.isChecked} onChange={(isChecked) => onChange({ ...extras, isChecked })}>
        {isBatch
          ? 'Check for problems, and fail videos that have any'
          : 'Check for problems, and fail the render if there are any'}
      </Check>
      {hasMp4 && (
        <Check isOn={extras.isEncodedAnew} onChange={(isEncodedAnew) => onChange({ ...extras, isEncodedAnew })}>
          Re-encode every frame, including unchanged frames of H.264 files
        </Check>
      )}
    </div>
  );
}
