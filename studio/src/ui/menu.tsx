import { Menu as Base } from '@base-ui/react/menu';
import { type MouseEvent, type ReactElement, type ReactNode, useCallback, useMemo, useState } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

const POPUP =
  'min-w-44 rounded-xl border border-line-strong bg-overlay p-1 shadow-pop outline-none ' +
  'transition-[opacity,scale] data-[starting-style]:scale-97 data-[starting-style]:opacity-0';

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
          <Base.Popup className={POPUP}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Open context menu: its subject, and its point in the window in CSS pixels. */
interface OpenContextMenu<Target> {
  target: Target;
  x: number;
  y: number;
}

/**
 * Returns the state of a context menu, for `ContextMenu`. `open` shows it at the place of a `contextmenu` event, in
 * place of the browser's menu. Browsers send that event for a right click, the context-menu key and Shift+F10.
 */
export function useContextMenu<Target>() {
  const [menu, setMenu] = useState<OpenContextMenu<Target> | null>(null);
  const open = useCallback((event: MouseEvent, target: Target) => {
    event.preventDefault();
    setMenu({ target, x: event.clientX, y: event.clientY });
  }, []);
  const close = useCallback(() => setMenu(null), []);
  return { menu, open, close };
}

interface ContextMenuProps<Target> {
  /** Open menu; null while it is closed. */
  menu: OpenContextMenu<Target> | null;
  onClose(): void;
  /** Name of the menu for screen readers. */
  label: string;
  /** Returns the items of the menu of a target. */
  children(target: Target): ReactNode;
}

/**
 * Menu at a point of the window. The arrow keys and letters move between its items. Escape, a click outside and each
 * item close it; the focus returns to the element that had it before.
 */
export function ContextMenu<Target>({ menu, onClose, label, children }: ContextMenuProps<Target>) {
  // Still displayed while the menu disappears.
  const [shown, setShown] = useState(menu);
  if (menu !== null && menu !== shown) setShown(menu);
  const anchor = useMemo(() => {
    const point = new DOMRect(shown?.x, shown?.y);
    return { getBoundingClientRect: () => point };
  }, [shown]);
  return (
    <Base.Root modal={false} onOpenChange={(isOpen) => !isOpen && onClose()} open={menu !== null}>
      <Base.Portal>
        <Base.Positioner align="start" anchor={anchor} className="z-50" collisionPadding={8} sideOffset={2}>
          <Base.Popup aria-label={label} className={POPUP} onContextMenu={(event) => event.preventDefault()}>
            {shown !== null && children(shown.target)}
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
