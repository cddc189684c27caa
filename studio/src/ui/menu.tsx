import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

/** Menu opened by the button `trigger`. */
export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} className="z-50" sideOffset={6}>
          <Base.Popup className="min-w-44 rounded-xl border border-line-strong bg-overlay p-1 shadow-pop outline-none transition-[opacity,scale] data-[starting-style]:scale-97 data-[starting-style]:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  icon?: IconName;
  /** Whether the action deletes something; shown in red. */
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Keyboard shortcut of the same action. */
  keys?: string;
  onClick?(): void;
  /** Link element to use instead of a button. */
  render?: ReactElement;
  children: ReactNode;
}

/** Menu item with a text, an optional icon and an optional shortcut. */
export function MenuItem({
  icon,
  isDanger = false,
  isDisabled = false,
  keys,
  onClick,
  render,
  children,
}: MenuItemProps) {
  return (
    <Base.Item
      className={`flex h-8 items-center gap-2.5 rounded-lg px-2.5 outline-none select-none data-[disabled]:opacity-45 data-[highlighted]:bg-hover ${isDanger ? 'text-bad' : ''}`}
      disabled={isDisabled}
      onClick={onClick}
      {...(render ? { render } : {})}
    >
      {icon && <Icon className={isDanger ? '' : 'text-soft'} name={icon} />}
      <span className="grow">{children}</span>
      {keys && <kbd className="font-mono text-xs text-faint">{keys}</kbd>}
    </Base.Item>
  );
}

/** Separator between groups of menu items. */
export function MenuSeparator() {
  return <Base.Separator className="mx-2 my-1 h-px bg-line" />;
}
