import type { MouseEvent } from 'react';
import { access } from '../../client/access.ts';
import { ContextMenu, MenuItem, MenuSeparator, useContextMenu } from '../../ui/menu.tsx';
import { selectionAfterPress } from '../model/selection-after-press.ts';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import type { StageView } from '../stage/use-stage-view.ts';
import { ActionItem } from './action-item.tsx';
import { ClipMenuItems } from './clip-menu.tsx';

interface StageMenuOptions {
  view: StageView;
  isSafeShown: boolean;
  setIsSafeShown(isShown: boolean): void;
  openCommand(op: string): void;
}

/**
 * Returns the handler of `contextmenu` events in the preview, and the menu: of the selected clips when the event is on
 * a clip of the canvas, otherwise of the preview itself. A clip that is not selected is selected first.
 */
export function useStageMenu({ view, isSafeShown, setIsSafeShown, openCommand }: StageMenuOptions) {
  const actions = useActions();
  const read = useReadEditor();
  const { menu, open, close } = useContextMenu<'clip' | 'stage'>();
  const { isStudio, mayEdit } = access();
  return {
    onContextMenu(event: MouseEvent) {
      const { target, currentTarget } = event;
      // Popups are children of the preview in React, but not in the page.
      if (!(target instanceof Element) || !currentTarget.contains(target)) return;
      const { selection, document } = read();
      const clip = document.clips.find(({ id }) => id === target.getAttribute('data-clip'));
      if (clip) actions.select(selectionAfterPress(selection, clip, document.clips, false));
      open(event, clip ? 'clip' : 'stage');
    },
    menu: (
      <ContextMenu label={menu?.target === 'clip' ? 'Clip' : 'Preview'} menu={menu} onClose={close}>
        {(target) =>
          target === 'clip' ? (
            <ClipMenuItems openCommand={openCommand} />
          ) : (
            <>
              <ActionItem icon="play" id="playPause" />
              <ActionItem icon="loop" id="loop" />
              <ActionItem icon="expand" id="fullScreen" isDisabled={!document.fullscreenEnabled} />
              <MenuSeparator />
              {mayEdit && <ActionItem icon="text" id="addText" />}
              {isStudio && <ActionItem icon="message" id="addComment" />}
              {(mayEdit || isStudio) && <MenuSeparator />}
              <MenuItem icon="swap" onClick={view.fit}>
                Fit preview
              </MenuItem>
              <MenuItem icon="search" onClick={() => view.zoomTo(1)}>
                Zoom preview to 100%
              </MenuItem>
              <MenuItem icon="grid" onClick={() => setIsSafeShown(!isSafeShown)}>
                {isSafeShown ? 'Hide safe areas' : 'Show safe areas'}
              </MenuItem>
            </>
          )
        }
      </ContextMenu>
    ),
  };
}
