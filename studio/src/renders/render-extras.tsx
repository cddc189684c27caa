import { useQuery } from '@tanstack/react-query';
import { destinationsQuery } from '../console/console-queries.ts';
import { Check } from '../ui/check.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import type { RenderBody } from './render-choice.ts';

/** What becomes of the files of a render: where they are sent, and whether faults end it. */
export interface RenderExtras {
  /** Empty: they are sent nowhere. */
  destinationId: string;
  /** What the film is called at its destination; empty: as the project. */
  reference: string;
  isChecked: boolean;
  /** Whether also frames that nothing touches are encoded again. */
  isEncodedAnew: boolean;
}

/** What is chosen at first. */
export const NO_EXTRAS: RenderExtras = { destinationId: '', reference: '', isChecked: false, isEncodedAnew: false };

/** The fields of a request that the extras are. */
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
  /** Of many films: each has a reference of its own, and a fault fails it alone. */
  isBatch?: boolean;
  /** Whether one of the files is an MP4 of H.264, into which untouched frames are copied. */
  hasMp4?: boolean;
}

/** Asks for the extras. Where the account has no destination, nothing asks for one. */
export function ExtraFields({ extras, onChange, isBatch = false, hasMp4 = false }: ExtraFieldsProps) {
  const { data: destinations = [] } = useQuery(destinationsQuery);
  return (
    <div className="mt-3 flex flex-col gap-2.5">
      {destinations.length > 0 && (
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label="Send to"
            onChange={({ target }) => onChange({ ...extras, destinationId: target.value })}
            value={extras.destinationId}
          >
            <option value="">Nowhere: it stays here</option>
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
              placeholder="for its name there"
              value={extras.reference}
            />
          )}
        </div>
      )}
      <Check isOn={extras.isChecked} onChange={(isChecked) => onChange({ ...extras, isChecked })}>
        {isBatch ? 'Check each film, and fail it when it has faults' : 'Check the film, and fail it when it has faults'}
      </Check>
      {hasMp4 && (
        <Check isOn={extras.isEncodedAnew} onChange={(isEncodedAnew) => onChange({ ...extras, isEncodedAnew })}>
          Encode every frame anew, also those of H.264 files that nothing touches
        </Check>
      )}
    </div>
  );
}
