import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  /** What happens then. */
  children: ReactNode;
  /** What the button says that does it. */
  action: string;
  /** Does it; the dialog closes when it is done, and stays when it fails. */
  onConfirm(): Promise<unknown>;
}

/** Asks before something is taken away. */
export function Confirm({ isOpen, onClose, title, children, action, onConfirm }: ConfirmProps) {
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      // Whoever did it has said what went wrong.
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
