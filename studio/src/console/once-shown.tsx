import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Copyable } from '../ui/page.tsx';

interface OnceShownProps {
  title: string;
  /** Label of the secret. */
  label: string;
  text: string;
  onClose(): void;
}

/** Dialog that shows a secret once. The service cannot show it again. */
export function OnceShown({ title, label, text, onClose }: OnceShownProps) {
  return (
    <Dialog isOpen lead="Copy it now. It will not be shown again." onClose={onClose} title={title} width="wide">
      <Copyable label={label} text={text} />
      <DialogActions>
        <Button onClick={onClose} tone="primary">
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
