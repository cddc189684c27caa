import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

interface PopoverProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Button that opens the popover, which is placed next to it. */
  trigger?: ReactElement;
  /** Element to place the popover next to when it is opened without `trigger`. */
  anchor?: Element;
  /** Name of the popover for screen readers. */
  label: string;
  children: ReactNode;
}

/** Small panel next to the element that opens it. Escape or a click outside closes it. */
export function Popover({ isOpen, onOpenChange, trigger, anchor, label, children }: PopoverProps) {
  return (
    <Base.Root onOpenChange={(open) => onOpenChange(open)} open={isOpen}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner
          className="z-50"
          collisionPadding={8}
          side="top"
          sideOffset={6}
          {...(anchor ? { anchor } : {})}
        >
          <Base.Popup
            aria-label={label}
            className="max-h-[70vh] overflow-y-auto rounded-xl border border-line-strong bg-overlay p-1.5 shadow-pop outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
