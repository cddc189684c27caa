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
  /** Whether the popover is a control of a text that is edited on the canvas, so that its use does not end the edit. */
  isOfText?: boolean;
  /** Returns the element that gets the focus when the popover is closed. Absent: the element that had it before. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
}

/** Small panel next to the element that opens it. Escape or a click outside closes it. */
export function Popover(props: PopoverProps) {
  const { isOpen, onOpenChange, trigger, anchor, label, isOfText = false, finalFocus, children } = props;
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
            data-text-edit={isOfText ? '' : undefined}
            className="max-h-[70vh] overflow-y-auto rounded-xl border border-line-strong bg-overlay p-1.5 shadow-pop outline-none"
            {...(finalFocus ? { finalFocus } : {})}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
