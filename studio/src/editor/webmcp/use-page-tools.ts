import { useEffect } from 'react';
import { answerOf } from '../../client/answer-of.ts';
import { api } from '../../client/api.ts';
import { COMMAND_ENTRIES } from '../commands/registry.ts';
import type { Editor } from '../model/editor-store.ts';
import { editorTools } from './editor-tools.ts';
import { modelContextOf, offerTools } from './model-context.ts';

/** Offers the tools of an open project to agents in the browser, if the browser supports that. */
export function usePageTools(editor: Editor | null): void {
  useEffect(() => {
    const context = modelContextOf(navigator);
    if (!editor || !context) return;
    const ops = new Set(COMMAND_ENTRIES.map(({ op }) => op));
    let withdraw: (() => void) | null = null;
    let isOver = false;
    answerOf(api.GET('/api/studio/tools')).then(
      ({ tools }) => {
        if (!isOver)
          withdraw = offerTools(
            context,
            editorTools(tools, editor, (op) => ops.has(op)),
          );
      },
      // The tools are optional: without them the editor works as usual.
      () => undefined,
    );
    return () => {
      isOver = true;
      withdraw?.();
    };
  }, [editor]);
}
