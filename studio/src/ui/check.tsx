import type { ReactNode } from 'react';

interface CheckProps {
  isOn: boolean;
  onChange(isOn: boolean): void;
  isDisabled?: boolean;
  children: ReactNode;
}

/** Checkbox with its label next to it. */
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
