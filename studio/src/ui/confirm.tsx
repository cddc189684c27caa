import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

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
