import type { PageStorage } from '../../client/storage.ts';
import type { Edit } from './edit.ts';

/** Browser storage for unsent edits. They survive a reload, a browser crash and the end of a session. */
export interface UnsentJournal {
  /**
   * Returns the unsent edits of earlier visits. The edits of one visit are in their order, oldest first; the order of
   * the visits is arbitrary.
   */
  read(): Edit[];
  /** Stores the unconfirmed edits of this visit and deletes those of earlier visits, which `edits` contains by then. */
  keep(edits: readonly Edit[]): void;
}

/**
 * Opens the journal of one visit to a project. Each visit has its own key, so that two windows do not overwrite each
 * other. Two visits may both send an edit of an earlier visit; this is harmless, because the service applies an edit
 * only once.
 */
export function openUnsentJournal(
  storage: PageStorage,
  accountId: string,
  projectId: string,
  visit: string,
): UnsentJournal {
  const prefix = `framemill.unsent.${accountId}.${projectId}.`;
  const own = prefix + visit;
  let earlier: string[] = [];

  return {
    read() {
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      earlier = names.filter((name) => name.startsWith(prefix) && name !== own).sort();
      return earlier.flatMap((name) => editsIn(storage.getItem(name)));
    },
    keep(edits) {
      try {
        if (edits.length === 0) storage.removeItem(own);
        else storage.setItem(own, JSON.stringify(edits));
      } catch {
        // The storage is full: the edits are still in memory and will be sent, but they would not survive a reload.
        return;
      }
      for (const name of earlier.splice(0)) storage.removeItem(name);
    },
  };
}

function editsIn(text: string | null): Edit[] {
  try {
    const edits: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(edits) ? edits.filter(isEdit) : [];
  } catch {
    return [];
  }
}

function isEdit(value: unknown): value is Edit {
  if (typeof value !== 'object' || value === null || !('batchId' in value) || !('kind' in value)) return false;
  if (typeof value.batchId !== 'string') return false;
  if (value.kind === 'commands') return 'commands' in value && Array.isArray(value.commands);
  return value.kind === 'undo' || value.kind === 'restore';
}
