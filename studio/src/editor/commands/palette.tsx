import { useEffect, useMemo, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { COMMAND_ENTRIES } from './registry.ts';

/** Command palette: finds any command by its name or description. */
export function Palette({ isOpen, onClose, onPick }: { isOpen: boolean; onClose(): void; onPick(op: string): void }) {
  return (
    <Dialog isOpen={isOpen} lead="All edits that the API and assistants can make." onClose={onClose} title="Commands">
      {isOpen && <Finder onPick={onPick} />}
    </Dialog>
  );
}

function Finder({ onPick }: { onPick(op: string): void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => matches(text), [text]);
  const chosen = found[Math.min(at, found.length - 1)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another entry is active
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div className="flex flex-col gap-2">
      <input
        aria-activedescendant={chosen ? `command-${chosen.op}` : undefined}
        aria-controls="commands"
        aria-expanded="true"
        aria-label="Find a command"
        // biome-ignore lint/a11y/noAutofocus: the dialog is for typing
        autoFocus
        className="h-9 w-full rounded-lg border border-line-strong bg-sunken px-3"
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
          else if (event.key === 'Enter' && chosen) onPick(chosen.op);
          else return;
          event.preventDefault();
        }}
        placeholder="Search commands"
        role="combobox"
        value={text}
      />
      <div
        aria-label="Commands"
        className="max-h-[48vh] overflow-y-auto"
        id="commands"
        ref={list}
        role="listbox"
        tabIndex={-1}
      >
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            aria-selected={index === at}
            className={`rounded-lg px-2.5 py-1.5 ${index === at ? 'bg-active' : 'hover:bg-hover'}`}
            id={`command-${entry.op}`}
            key={entry.op}
            onClick={() => onPick(entry.op)}
            role="option"
            tabIndex={-1}
          >
            <p className="font-medium">{entry.title}</p>
            <p className="truncate text-[13px] text-soft">{entry.description}</p>
          </div>
        ))}
        {found.length === 0 && <p className="p-3 text-soft">No matching commands.</p>}
      </div>
    </div>
  );
}

function matches(text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ title, op }: { title: string; op: string }) => {
    const name = `${title} ${op}`.toLowerCase();
    return words.every((word) => name.includes(word)) ? 0 : 1;
  };
  return COMMAND_ENTRIES.filter(({ title, op, description }) => {
    const all = `${title} ${op} ${description}`.toLowerCase();
    return words.every((word) => all.includes(word));
  }).toSorted((a, b) => rank(a) - rank(b));
}
