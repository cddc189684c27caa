import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

/** Entry of a searchable list. */
interface FinderEntry {
  /** Unique among the entries, and valid in an element's id. */
  key: string;
  title: string;
  description: string;
}

interface FinderProps<Entry extends FinderEntry> {
  entries: readonly Entry[];
  /** Label of the search field, such as `Find a command`. */
  label: string;
  /** Name of the list, such as `Commands`. */
  listLabel: string;
  /** Prefix of the ids of the elements. */
  id: string;
  onPick(entry: Entry): void;
  /** Returns the title of an entry as it is displayed. Absent: the text. */
  titleOf?(entry: Entry): ReactNode;
  /**
   * Returns content between the search field and the list, for the text in the field. The list then has no scroll bar
   * of its own, and no entry is selected until something is typed or an arrow key is pressed.
   */
  above?(text: string): ReactNode;
}

/** Search field with the list of matching entries. The arrow keys select an entry, Enter or a click picks it. */
export function Finder<Entry extends FinderEntry>(props: FinderProps<Entry>) {
  const { entries, label, listLabel, id, onPick, titleOf = ({ title }) => title, above } = props;
  const first = above ? -1 : 0;
  const [text, setText] = useState('');
  const [at, setAt] = useState(first);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => matches(entries, text), [entries, text]);
  const chosen = found[Math.min(at, found.length - 1)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another entry is active
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div className="flex flex-col gap-2">
      <div className={above ? 'sticky top-0 z-10 -m-1 bg-overlay p-1' : ''}>
        <input
          aria-activedescendant={chosen ? `${id}-${chosen.key}` : undefined}
          aria-controls={`${id}-list`}
          aria-expanded="true"
          aria-label={label}
          // biome-ignore lint/a11y/noAutofocus: the dialog is for typing
          autoFocus
          className="h-9 w-full rounded-lg border border-line-strong bg-sunken px-3"
          onChange={(event) => {
            setText(event.target.value);
            setAt(event.target.value === '' ? first : 0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1));
            else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
            else if (event.key === 'Enter' && chosen) onPick(chosen);
            else return;
            event.preventDefault();
          }}
          placeholder={`Search ${listLabel.toLowerCase()}`}
          role="combobox"
          value={text}
        />
      </div>
      {above?.(text)}
      <div
        aria-label={listLabel}
        className={above ? '' : 'max-h-[48vh] overflow-y-auto'}
        id={`${id}-list`}
        ref={list}
        role="listbox"
        tabIndex={-1}
      >
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            aria-selected={index === at}
            className={`rounded-lg px-2.5 py-1.5 ${index === at ? 'bg-active' : 'hover:bg-hover'} ${above ? 'scroll-mt-12' : ''}`}
            id={`${id}-${entry.key}`}
            key={entry.key}
            onClick={() => onPick(entry)}
            role="option"
            tabIndex={-1}
          >
            <p className="font-medium">{titleOf(entry)}</p>
            {entry.description !== '' && <p className="truncate text-[13px] text-soft">{entry.description}</p>}
          </div>
        ))}
        {found.length === 0 && <p className="p-3 text-soft">No matching {listLabel.toLowerCase()}.</p>}
      </div>
    </div>
  );
}

function matches<Entry extends FinderEntry>(entries: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ title, key }: FinderEntry) => {
    const name = `${title} ${key}`.toLowerCase();
    return words.every((word) => name.includes(word)) ? 0 : 1;
  };
  return entries
    .filter(({ title, key, description }) => {
      const all = `${title} ${key} ${description}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b));
}
