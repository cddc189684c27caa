import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

interface PopoverProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** A button that opens it and that it stands beside. */
  trigger?: ReactElement;
  /** What it stands beside when something else opens it. */
  anchor?: Element;
  /** What it is, for screen readers. */
  label: string;
  children: ReactNode;
}

/** A small panel beside what opens it. Escape and a press elsewhere close it. */
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
