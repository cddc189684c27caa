import { IconButton } from '../../ui/button.tsx';
import { ZOOM } from '../model/editor-store.ts';
import { useEditActions } from '../model/use-edit-actions.ts';
import { useActions, useEditor } from '../model/use-editor.ts';

/** What is done to the timeline, above it. */
export function TimelineToolbar({ fit }: { fit(): void }) {
  const pxPerSec = useEditor((state) => state.pxPerSec);
  const isSnapping = useEditor((state) => state.isSnapping);
  const hasSelection = useEditor((state) => state.selection.length > 0);
  const canUndo = useEditor((state) => state.undoSteps.at(-1)?.label ?? null);
  const canRedo = useEditor((state) => state.redoSteps.at(-1)?.label ?? null);
  const actions = useActions();
  const edit = useEditActions();
  return (
    <div
      aria-label="Timeline tools"
      className="flex h-10 shrink-0 items-center gap-0.5 border-b border-line bg-surface px-2"
      role="toolbar"
    >
      <IconButton
        disabled={canUndo === null}
        icon="undo"
        keys="Ctrl Z"
        label={canUndo === null ? 'Undo' : `Undo: ${canUndo}`}
        onClick={actions.undo}
        size="small"
      />
      <IconButton
        disabled={canRedo === null}
        icon="redo"
        keys="Ctrl Y"
        label={canRedo === null ? 'Redo' : `Redo: ${canRedo}`}
        onClick={actions.redo}
        size="small"
      />
      <span className="mx-1.5 h-5 w-px bg-line" />
      <IconButton icon="split" keys="S" label="Split at the playhead" onClick={edit.split} size="small" />
      <IconButton
        disabled={!hasSelection}
        icon="trash"
        keys="Delete"
        label="Delete"
        onClick={() => edit.remove(false)}
        size="small"
      />
      <IconButton
        disabled={!hasSelection}
        icon="cut"
        keys="Shift Delete"
        label="Delete and close the gap"
        onClick={() => edit.remove(true)}
        size="small"
      />
      <IconButton
        disabled={!hasSelection}
        icon="copy"
        keys="Ctrl D"
        label="Duplicate"
        onClick={edit.duplicate}
        size="small"
      />
      <span className="mx-1.5 h-5 w-px bg-line" />
      <IconButton icon="text" keys="T" label="Add a text" onClick={edit.addText} size="small" />
      <IconButton icon="shape" label="Add a shape" onClick={edit.addShape} size="small" />
      <IconButton icon="marker" keys="M" label="Add a marker" onClick={edit.addMarker} size="small" />
      <span className="grow" />
      <IconButton
        icon="magnet"
        isOn={isSnapping}
        keys="N"
        label="Snapping"
        onClick={() => actions.set({ isSnapping: !isSnapping })}
        size="small"
      />
      <IconButton icon="zoomOut" keys="−" label="Zoom out" onClick={() => actions.zoom(pxPerSec / 1.5)} size="small" />
      <input
        aria-label="Zoom of the timeline"
        className="w-24 accent-accent"
        max={Math.log(ZOOM.most)}
        min={Math.log(ZOOM.least)}
        onChange={(event) => actions.zoom(Math.exp(Number(event.target.value)))}
        step={0.01}
        type="range"
        value={Math.log(pxPerSec)}
      />
      <IconButton icon="zoomIn" keys="+" label="Zoom in" onClick={() => actions.zoom(pxPerSec * 1.5)} size="small" />
      <IconButton icon="swap" keys="Shift Z" label="Show all" onClick={fit} size="small" />
    </div>
  );
}
