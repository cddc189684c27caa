import { type KeyboardEvent, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { HELD_KEYS, KEY_ACTIONS, type KeyActionId } from '../model/key-actions.ts';
import { chordOf, chordText, keyMap, keysOf } from '../model/key-map.ts';
import { useOwnKeys } from '../model/use-shortcuts.ts';

/** Dialog of all keyboard shortcuts. Each can be changed: click its button, then press the new key. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const own = useOwnKeys((state) => state.own);
  const choose = useOwnKeys((state) => state.choose);
  const [asked, setAsked] = useState<KeyActionId | null>(null);
  const [told, setTold] = useState('');
  const groups = Map.groupBy(KEY_ACTIONS, ({ group }) => group);

  const textOf = (id: KeyActionId) => keysOf(own, id).map(chordText).join(' / ') || 'None';

  function press(event: KeyboardEvent, id: KeyActionId) {
    if (asked !== id) return;
    const chord = chordOf(event);
    event.preventDefault();
    event.stopPropagation();
    if (chord === null) return;
    setAsked(null);
    if (chord === 'Escape') return;
    const before = keyMap(own).get(chord);
    const taken = before && before !== id ? { [before]: keysOf(own, before).filter((one) => one !== chord) } : {};
    choose({ ...own, ...taken, [id]: [chord] });
    const loser = KEY_ACTIONS.find((action) => action.id === before);
    setTold(loser && before !== id ? `${chordText(chord)} no longer runs “${loser.what}”.` : '');
  }

  return (
    <Dialog
      isOpen={isOpen}
      lead="To change a shortcut in this browser, select it and press the new keys."
      onClose={onClose}
      title="Keyboard shortcuts"
      width="wide"
    >
      <p aria-live="polite" className="min-h-5 text-[13px] text-warn">
        {told}
      </p>
      <div className="columns-2 gap-8">
        {[...groups].map(([group, list]) => (
          <section className="mb-4 break-inside-avoid" key={group}>
            <h3 className="mb-1 text-xs font-semibold text-faint">{group}</h3>
            {list.map(({ id, what }) => (
              <div className="flex items-center gap-2 py-0.5" key={id}>
                <span className="grow text-[13px] text-soft">{what}</span>
                {own[id] && (
                  <IconButton
                    icon="undo"
                    label={`Reset shortcut: ${what}`}
                    onClick={() => {
                      const { [id]: _, ...rest } = own;
                      choose(rest);
                    }}
                    size="small"
                  />
                )}
                <button
                  aria-label={`${asked === id ? 'Press keys…' : textOf(id)}, shortcut: ${what}`}
                  className={`min-w-16 rounded-md border px-2 py-0.5 text-center font-mono text-xs ${
                    asked === id
                      ? 'border-accent bg-accent-soft text-accent'
                      : 'border-line-strong text-text hover:bg-hover'
                  }`}
                  onBlur={() => setAsked(null)}
                  onClick={() => setAsked(id)}
                  onKeyDown={(event) => press(event, id)}
                  type="button"
                >
                  {asked === id ? 'Press keys…' : textOf(id)}
                </button>
              </div>
            ))}
          </section>
        ))}
        <section className="mb-4 break-inside-avoid">
          <h3 className="mb-1 text-xs font-semibold text-faint">With the mouse</h3>
          {HELD_KEYS.map(([keys, what]) => (
            <div className="flex items-center gap-2 py-0.5" key={keys}>
              <span className="grow text-[13px] text-soft">{what}</span>
              <span className="font-mono text-xs">{keys}</span>
            </div>
          ))}
        </section>
      </div>
      <Button disabled={Object.keys(own).length === 0} onClick={() => choose({})} size="small">
        Reset all shortcuts
      </Button>
    </Dialog>
  );
}
