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
