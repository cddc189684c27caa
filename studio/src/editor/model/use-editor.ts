import type { Command } from '@framemill/timeline';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Editor, EditorActions, EditorState } from './editor-store.ts';

/** React context with the open editor. */
export const EditorContext = createContext<Editor | null>(null);

function useOpenEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('The component must be rendered inside an EditorContext.');
  return editor;
}

/** Returns a part of the editor's state. The component renders again when that part changes. */
export function useEditor<T>(select: (state: EditorState) => T): T {
  return useStore(useOpenEditor().store, select);
}

/** Returns the actions of the open editor. */
export function useActions(): EditorActions {
  return useOpenEditor().actions;
}

/** Returns a function that reads the editor's state in event handlers. It causes no re-rendering. */
export function useReadEditor(): () => EditorState {
  return useOpenEditor().store.getState;
}

/** Maximum number of commands in one request. */
export const MOST_COMMANDS = 200;

/**
 * Applies commands as one undo step. More than `MOST_COMMANDS` commands are applied in batches, each of which is an
 * undo step. Stops at the first batch that is refused. No command may refer to a result of an earlier batch.
 */
export function runInBatches(actions: Pick<EditorActions, 'run'>, label: string, commands: readonly Command[]): void {
  const count = Math.ceil(commands.length / MOST_COMMANDS);
  for (let batch = 0; batch < count; batch += 1) {
    const name = count === 1 ? label : `${label} (${batch + 1} of ${count})`;
    if (!actions.run(name, commands.slice(batch * MOST_COMMANDS, (batch + 1) * MOST_COMMANDS))) return;
  }
}
