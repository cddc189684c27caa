import { Dialog } from '../../ui/dialog.tsx';
import { Finder } from '../../ui/finder.tsx';
import { COMMAND_ENTRIES } from './registry.ts';

const ENTRIES = COMMAND_ENTRIES.map(({ op, title, description }) => ({ key: op, title, description }));

/** Command palette: finds any command by its name or description. */
export function Palette({ isOpen, onClose, onPick }: { isOpen: boolean; onClose(): void; onPick(op: string): void }) {
  return (
    <Dialog isOpen={isOpen} lead="All edits that the API and assistants can make." onClose={onClose} title="Commands">
      {isOpen && (
        <Finder
          entries={ENTRIES}
          id="command"
          label="Find a command"
          listLabel="Commands"
          onPick={({ key }) => onPick(key)}
        />
      )}
    </Dialog>
  );
}
