import { create } from 'zustand';
import { storage } from '../../client/storage.ts';

/** Kinds of scopes, in the order of their display. */
export const SCOPE_KINDS = ['waveform', 'parade', 'vectorscope', 'histogram'] as const;

/** Kind of a scope: brightness by column, channels by column, colours, or the number of pixels by brightness. */
export type ScopeKind = (typeof SCOPE_KINDS)[number];

interface ScopeChoice {
  isOpen: boolean;
  kinds: readonly ScopeKind[];
}

const STORED = 'framemill-scopes';

/** Store with the scopes that are shown next to the preview, as this browser remembers them. */
export const useScopeChoice = create<ScopeChoice>(() => readChoice());

/** Shows or hides the panel of scopes. */
export function toggleScopes(): void {
  const { isOpen, kinds } = useScopeChoice.getState();
  choose({ isOpen: !isOpen, kinds });
}

/** Shows or hides one scope of the panel. */
export function toggleScope(kind: ScopeKind): void {
  const { isOpen, kinds } = useScopeChoice.getState();
  choose({ isOpen, kinds: SCOPE_KINDS.filter((one) => kinds.includes(one) !== (one === kind)) });
}

function choose(choice: ScopeChoice): void {
  storage.setItem(STORED, JSON.stringify(choice));
  useScopeChoice.setState(choice);
}

function readChoice(): ScopeChoice {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORED) ?? 'null');
    if (typeof stored === 'object' && stored !== null && 'kinds' in stored && Array.isArray(stored.kinds)) {
      const names: unknown[] = stored.kinds;
      const isOpen = 'isOpen' in stored && stored.isOpen === true;
      return { isOpen, kinds: SCOPE_KINDS.filter((kind) => names.includes(kind)) };
    }
  } catch {
    // The stored text is not JSON.
  }
  return { isOpen: false, kinds: ['waveform', 'vectorscope'] };
}
