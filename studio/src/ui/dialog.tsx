import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  /** A sentence below the title. */
  lead?: ReactNode;
  /** Maximum width; `normal` when absent. */
  width?: 'normal' | 'wide';
  children: ReactNode;
}

/**
 * Modal dialog. Escape and the close button close it; a click outside does not, so that typed input is not lost. Focus
 * moves to the first control, and back to the previously focused element when the dialog closes.
 */
export function Dialog({ isOpen, onClose, title, lead, width = 'normal', children }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  // The close button is the first element, and its tooltip would consume the first Escape.
  const firstControl = () => content.current?.querySelector<HTMLElement>(CONTROLS) ?? content.current;
  return (
    <Base.Root disablePointerDismissal onOpenChange={(open) => !open && onClose()} open={isOpen}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/55 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          initialFocus={firstControl}
          className={`fixed top-1/2 left-1/2 z-40 flex max-h-[88vh] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-2xl border border-line-strong bg-overlay shadow-pop transition-[opacity,scale] data-[ending-style]:scale-97 data-[ending-style]:opacity-0 data-[starting-style]:scale-97 data-[starting-style]:opacity-0 ${width === 'wide' ? 'max-w-3xl' : 'max-w-md'}`}
        >
          <header className="flex items-start gap-3 px-5 pt-4.5 pb-3">
            <div className="grow">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              {lead && <Base.Description className="mt-1 text-soft">{lead}</Base.Description>}
            </div>
            <Base.Close render={<IconButton icon="close" label="Close" size="small" />} />
          </header>
          <div className="overflow-y-auto px-5 pt-1 pb-5 outline-none" ref={content} tabIndex={-1}>
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const CONTROLS = 'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled])';

/** Row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex justify-end gap-2">{children}</div>;
}

interface ConfirmProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  /** Description of the consequences. */
  children: ReactNode;
  /** Label of the confirm button. */
  action: string;
  /** Performs the action. The dialog closes when the promise resolves and stays open when it rejects. */
  onConfirm(): Promise<unknown>;
}

/** Dialog that asks for confirmation before something is deleted or revoked. */
export function Confirm({ isOpen, onClose, title, children, action, onConfirm }: ConfirmProps) {
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      // The mutation has already reported the error.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <div className="text-soft">{children}</div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button isBusy={isBusy} onClick={confirm} tone="danger">
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
