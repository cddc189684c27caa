import { Dialog } from '../../ui/dialog.tsx';
import { Finder } from '../../ui/finder.tsx';
import { KEY_ACTIONS } from '../model/key-actions.ts';
import { type KeyActions, useKeyActions } from '../model/use-key-actions.ts';
import { COMMAND_ENTRIES } from './registry.ts';

const COMMANDS = COMMAND_ENTRIES.map(({ op, title, description }) => ({ key: op, title, description, view: null }));

/** Keyboard shortcuts of the view that are not for a held key, and do not open a dialog. */
const VIEWS = KEY_ACTIONS.flatMap(({ id, group, what }) =>
  group !== 'View' || id === 'before' || id === 'help'
    ? []
    : { key: `view-${id}`, title: what, description: 'View of this editor', view: id satisfies keyof KeyActions },
);

/** Command palette: finds any command, or a shortcut of the view, by its name or description. */
export function Palette({ isOpen, onClose, onPick }: { isOpen: boolean; onClose(): void; onPick(op: string): void }) {
  const does = useKeyActions();
  return (
    <Dialog
      isOpen={isOpen}
      lead="All edits that the API and assistants can make, and views of this editor."
      onClose={onClose}
      title="Commands"
    >
      {isOpen && (
        <Finder
          entries={[...COMMANDS, ...VIEWS]}
          id="command"
          label="Find a command"
          listLabel="Commands"
          onPick={({ key, view }) => {
            if (view === null) return onPick(key);
            onClose();
            does[view]();
          }}
        />
      )}
    </Dialog>
  );
}
