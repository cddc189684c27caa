import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Editor, EditorActions, EditorState } from './editor-store.ts';

/** The editor around a component. */
export const EditorContext = createContext<Editor | null>(null);

function useOpenEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('There is no editor around this.');
  return editor;
}

/** A part of the editor's state; the component draws itself anew when it changes. */
export function useEditor<T>(select: (state: EditorState) => T): T {
  return useStore(useOpenEditor().store, select);
}

/** What can be done to the editor. */
export function useActions(): EditorActions {
  return useOpenEditor().actions;
}

/** Reads the editor's state when something happens, without drawing anew. */
export function useReadEditor(): () => EditorState {
  return useOpenEditor().store.getState;
}
