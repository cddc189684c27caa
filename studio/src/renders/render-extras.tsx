import { useQuery } from '@tanstack/react-query';
import { destinationsQuery } from '../console/console-queries.ts';
import { SelectField } from '../ui/field.tsx';
import type { RenderBody } from './render-choice.ts';

/** What becomes of the files of a render: where they are sent, and whether faults end it. */
export interface RenderExtras {
  /** Empty: they are sent nowhere. */
  destinationId: string;
  isChecked: boolean;
}

/** What is chosen at first. */
export const NO_EXTRAS: RenderExtras = { destinationId: '', isChecked: false };

/** The fields of a request that the extras are. */
export function extrasOf({ destinationId, isChecked }: RenderExtras): Pick<RenderBody, 'destination' | 'qc'> {
  return {
    ...(destinationId === '' ? {} : { destination: { id: destinationId } }),
    ...(isChecked ? { qc: 'strict' as const } : {}),
  };
}

/** Asks for the extras. Where the account has no destination, nothing asks for one. */
export function ExtraFields(props: { extras: RenderExtras; onChange(extras: RenderExtras): void }) {
  const { extras, onChange } = props;
  const { data: destinations = [] } = useQuery(destinationsQuery);
  return (
    <div className="mt-3 flex flex-col gap-3">
      {destinations.length > 0 && (
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
      )}
      <label className="flex items-center gap-2 text-[13px]">
        <input
          checked={extras.isChecked}
          className="size-4 shrink-0 accent-accent"
          onChange={({ target }) => onChange({ ...extras, isChecked: target.checked })}
          type="checkbox"
        />
        Check the film, and fail it when it has faults
      </label>
    </div>
  );
}
