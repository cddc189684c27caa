import type { ReactNode } from 'react';

interface CheckProps {
  isOn: boolean;
  onChange(isOn: boolean): void;
  isDisabled?: boolean;
  children: ReactNode;
}

/** A box to tick with its label at its side. */
export function Check({ isOn, onChange, isDisabled = false, children }: CheckProps) {
  return (
    <label className="flex items-start gap-2 text-[13px]">
      <input
        checked={isOn}
        className="mt-0.5 size-4 shrink-0 accent-accent"
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
        type="checkbox"
      />
      {children}
    </label>
  );
}
