import type { PageStorage } from '../../client/storage.ts';
import type { SyncState } from '../sync/sync-state.ts';

/** Undo or redo step of this user. */
export interface Step {
  /** Id of the edit that the step takes back. */
  batchId: string;
  label: string;
  /** Revision that the edit led to; null: `SyncState.inverses` has it once the service has confirmed the edit. */
  rev: number | null;
}

/** Undo and redo steps of this user, each list with the next one last. */
export interface Steps {
  undoSteps: readonly Step[];
  redoSteps: readonly Step[];
}

/** Browser storage for the steps of one project, so that edits can be undone after a reload. */
export interface StepStore {
  read(): Steps;
  /** Stores the last steps. `inverses` has the revisions of confirmed edits. */
  keep(steps: Steps, inverses: SyncState['inverses']): void;
}

/** Number of steps of each list that are stored, and number of projects. */
const MOST_STORED = 100;
const MOST_PROJECTS = 20;
const PREFIX = 'framemill.steps.';

/**
 * Opens the storage of a user's steps in a project. Windows of the same project share it: a window that is opened has
 * the steps of the window that was used last.
 */
export function openStepStore(storage: PageStorage, accountId: string, projectId: string): StepStore {
  const name = `${PREFIX}${accountId}.${projectId}`;
  forgetOthers(storage, name);
  return {
    read() {
      try {
        const stored: unknown = JSON.parse(storage.getItem(name) ?? '{}');
        return { undoSteps: stepsIn(stored, 'undoSteps'), redoSteps: stepsIn(stored, 'redoSteps') };
      } catch {
        return { undoSteps: [], redoSteps: [] };
      }
    },
    keep({ undoSteps, redoSteps }, inverses) {
      const last = (steps: readonly Step[]) =>
        steps
          .slice(-MOST_STORED)
          .map((step) => ({ ...step, rev: step.rev ?? inverses.get(step.batchId)?.rev ?? null }));
      try {
        storage.setItem(name, JSON.stringify({ undoSteps: last(undoSteps), redoSteps: last(redoSteps) }));
      } catch {
        // The storage is full: these steps do not survive a reload, and older ones must not be taken for the last.
        storage.removeItem(name);
      }
    },
  };
}

/** Deletes the steps of so many projects that there is a place for those of `name`. The storage has no order. */
function forgetOthers(storage: PageStorage, name: string): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const others = names.filter((one) => one.startsWith(PREFIX) && one !== name);
  for (const one of others.slice(MOST_PROJECTS - 1)) storage.removeItem(one);
}

function stepsIn(stored: unknown, list: keyof Steps): Step[] {
  if (typeof stored !== 'object' || stored === null || !(list in stored)) return [];
  const steps: unknown = Reflect.get(stored, list);
  return Array.isArray(steps) ? steps.filter(isStep) : [];
}

function isStep(value: unknown): value is Step {
  if (typeof value !== 'object' || value === null || !('batchId' in value && 'label' in value && 'rev' in value))
    return false;
  const { batchId, label, rev } = value;
  return typeof batchId === 'string' && typeof label === 'string' && (rev === null || typeof rev === 'number');
}
