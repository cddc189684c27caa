import { useMemo } from 'react';
import { amountText } from '../../ui/format.ts';
import { notify } from '../../ui/toast.tsx';
import { clipText, pasteCommands } from './clip-text.ts';
import { useActions, useReadEditor } from './use-editor.ts';

/** Returns functions that copy, cut and paste clips through the system clipboard. */
export function useClipboard() {
  const actions = useActions();
  const read = useReadEditor();
  return useMemo(() => {
    const copied = () => clipText(read().document, new Set(read().selection));

    function removePicked(): void {
      const clipIds = [...read().selection];
      actions.run(`Cut ${amountText(clipIds.length, 'clip')}`, [{ op: 'removeClips', clipIds }]);
    }

    /** Pastes clips at the playhead. Returns false when the text contains no clips. */
    function paste(text: string): boolean {
      const batches = pasteCommands(text, read().document, read().playheadSec);
      if (!batches) return false;
      const made: string[] = [];
      for (const commands of batches) {
        const tried = actions.run('Paste', commands);
        if (!tried) break;
        for (const { op, data } of tried.results)
          if (CREATES.test(op) && typeof data?.clipId === 'string') made.push(data.clipId);
      }
      actions.select(made);
      return true;
    }

    async function write(): Promise<boolean> {
      const text = copied();
      if (text === null) return false;
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch {
        notify.bad('The browser denied access to the clipboard. Press Ctrl C to copy.');
        return false;
      }
    }

    return {
      /** Handles a `copy`, `cut` or `paste` event of the browser. Returns false when it does not concern clips. */
      native(event: ClipboardEvent, what: 'copy' | 'cut' | 'paste'): boolean {
        const { clipboardData } = event;
        if (!clipboardData) return false;
        if (what === 'paste') return paste(clipboardData.getData('text/plain'));
        const text = copied();
        if (text === null) return false;
        clipboardData.setData('text/plain', text);
        if (what === 'cut') removePicked();
        return true;
      },
      async copy() {
        await write();
      },
      async cut() {
        if (await write()) removePicked();
      },
      /**
       * Pastes from the clipboard for custom keys, for which the browser sends no paste event. The browser may ask the
       * user for permission.
       */
      async paste() {
        try {
          if (!paste(await navigator.clipboard.readText())) notify.bad('There are no clips on the clipboard.');
        } catch {
          notify.bad('The browser denied access to the clipboard. Press Ctrl V to paste.');
        }
      },
    };
  }, [actions, read]);
}

const CREATES = /^add(?:Text|Shape|Html)?Clip$|^addAdjustmentLayer$/;
