import { Tooltip } from '@base-ui/react/tooltip';
import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import { Spinner } from './indicators.tsx';

/**
 * Emphasis of a button. A page has one `primary` button; `quiet` has no border; `danger` deletes or revokes something.
 */
export type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger';

const tones: Record<ButtonTone, string> = {
  primary: 'bg-fill text-on-fill hover:bg-fill-strong font-semibold',
  plain: 'bg-raised border border-line-strong hover:bg-hover shadow-low',
  quiet: 'text-soft hover:bg-hover hover:text-text',
  danger: 'border border-line-strong text-bad hover:bg-bad-soft',
};

const base =
  'inline-flex items-center justify-center gap-1.5 rounded-lg whitespace-nowrap font-medium select-none ' +
  'transition-colors disabled:opacity-45 disabled:pointer-events-none';

/** Returns the class names that make a link look like a button. */
export function buttonClass(tone: ButtonTone = 'plain', size: 'small' | 'normal' = 'normal'): string {
  return `${base} ${tones[tone]} ${size === 'small' ? 'h-7 px-2.5 text-[13px]' : 'h-8.5 px-3.5'}`;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: ButtonTone;
  size?: 'small' | 'normal';
  icon?: IconName;
  /** Whether the action is in progress. The button then shows a spinner and ignores clicks. */
  isBusy?: boolean;
  children: ReactNode;
}

/** Button with a text and an optional icon. */
export function Button({
  tone = 'plain',
  size = 'normal',
  icon,
  isBusy = false,
  children,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      className={`${buttonClass(tone, size)} ${className}`}
      disabled={rest.disabled || isBusy}
    >
      {isBusy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** Name of the action, for screen readers and the tooltip. */
  label: string;
  /** Keyboard shortcut of the same action, shown in the tooltip. */
  keys?: string;
  isOn?: boolean;
  size?: 'small' | 'normal';
}

/** Button with only an icon; its label is a tooltip. */
export function IconButton({ icon, label, keys, isOn, size = 'normal', className = '', ...rest }: IconButtonProps) {
  return (
    <Hint keys={keys} text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={isOn}
        className={`${base} ${size === 'small' ? 'size-6.5 rounded-md' : 'size-8'} ${
          isOn ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-hover hover:text-text'
        } ${className}`}
      >
        <Icon name={icon} />
      </button>
    </Hint>
  );
}

/** Tooltip with `text` and a keyboard shortcut. It shows while its child is hovered or focused. */
function Hint({ text, keys, children }: { text: string; keys?: string | undefined; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger delay={400} render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner className="z-50" sideOffset={6}>
          <Tooltip.Popup className="rounded-md border border-line bg-overlay px-2 py-1 text-xs text-text shadow-pop">
            {text}
            {keys && <kbd className="ml-2 font-mono text-faint">{keys}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
