import { Switch as BaseSwitch } from '@base-ui/react/switch';
import {
  type ComponentProps,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

const control =
  'w-full rounded-lg border border-line-strong bg-sunken text-text placeholder:text-faint ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent disabled:opacity-50';

interface Labelled {
  label: string;
  /** Help text below the field. */
  help?: ReactNode;
  /** Problem with the field's value. */
  problem?: string | undefined;
}

/** Single-line input with a label. */
export function TextField({ label, help, problem, className = '', ...rest }: Labelled & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Frame className={className} help={help} id={id} label={label} problem={problem}>
      <input {...rest} {...describedBy(id, help, problem)} className={`${control} h-9 px-3`} id={id} />
    </Frame>
  );
}

/** Multi-line input with a label. */
export function TextArea({
  label,
  help,
  problem,
  className = '',
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Frame className={className} help={help} id={id} label={label} problem={problem}>
      <textarea {...rest} {...describedBy(id, help, problem)} className={`${control} min-h-20 px-3 py-2`} id={id} />
    </Frame>
  );
}

/** Drop-down list with a label; `children` are `option` elements. */
export function SelectField({
  label,
  help,
  problem,
  className = '',
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <Frame className={className} help={help} id={id} label={label} problem={problem}>
      <select {...rest} {...describedBy(id, help, problem)} className={`${control} h-9 px-2.5`} id={id} />
    </Frame>
  );
}

function Frame({
  id,
  label,
  help,
  problem,
  className,
  children,
}: Labelled & { id: string; className: string; children: ReactNode }) {
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label className="text-[13px] font-medium text-soft" htmlFor={id}>
        {label}
      </label>
      {children}
      {help && (
        <p className="text-[13px] text-faint" id={`${id}-help`}>
          {help}
        </p>
      )}
      {problem && (
        <p className="text-[13px] text-bad" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, help: ReactNode, problem: string | undefined) {
  const ids = [help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return { ...(ids ? { 'aria-describedby': ids } : {}), ...(problem ? { 'aria-invalid': true } : {}) };
}

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

/** Switch without a visible text. `label` names what it switches on. */
export function Switch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <BaseSwitch.Root
      aria-label={label}
      checked={isOn}
      className="flex h-4 w-7 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-px transition-colors data-[checked]:border-accent data-[checked]:bg-fill"
      nativeButton
      onCheckedChange={(next) => onChange(next)}
      render={<button type="button" />}
    >
      <BaseSwitch.Thumb className="size-3 rounded-full bg-soft transition-transform data-[checked]:translate-x-3 data-[checked]:bg-on-fill" />
    </BaseSwitch.Root>
  );
}
