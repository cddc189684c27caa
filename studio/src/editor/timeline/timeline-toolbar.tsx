import { access } from '../../client/access.ts';
import { IconButton } from '../../ui/button.tsx';
import { ZOOM } from '../model/editor-store.ts';
import { useEditActions } from '../model/use-edit-actions.ts';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { useKeyTexts } from '../model/use-shortcuts.ts';
import { TOOLS } from './tools.ts';

/** Toolbar of the timeline. */
export function TimelineToolbar() {
  const isSnapping = useEditor((state) => state.isSnapping);
  const keys = useKeyTexts();
  const actions = useActions();
  const read = useReadEditor();
  return (
    <div
      aria-label="Timeline tools"
      className="flex h-10 shrink-0 items-center gap-0.5 border-b border-line bg-surface px-2"
      role="toolbar"
    >
      {access().mayEdit && <EditTools />}
      <span className="grow" />
      <IconButton
        icon="magnet"
        isOn={isSnapping}
        keys={keys.snapping}
        label="Snapping"
        onClick={() => actions.set({ isSnapping: !isSnapping })}
        size="small"
      />
      <IconButton
        icon="zoomOut"
        keys={keys.zoomOut}
        label="Zoom out"
        onClick={() => actions.zoom(read().pxPerSec / 1.5)}
        size="small"
      />
      <ZoomSlider />
      <IconButton
        icon="zoomIn"
        keys={keys.zoomIn}
        label="Zoom in"
        onClick={() => actions.zoom(read().pxPerSec * 1.5)}
        size="small"
      />
      <IconButton icon="swap" keys={keys.fit} label="Zoom to fit" onClick={actions.fit} size="small" />
    </div>
  );
}

/** Buttons that change the project, and the tools with which clips are dragged. */
function EditTools() {
  const tool = useEditor((state) => state.tool);
  const keys = useKeyTexts();
  const hasSelection = useEditor((state) => state.selection.length > 0);
  const canUndo = useEditor((state) => state.undoSteps.at(-1)?.label ?? null);
  const canRedo = useEditor((state) => state.redoSteps.at(-1)?.label ?? null);
  const actions = useActions();
  const edit = useEditActions();
  return (
    <>
      <IconButton
        disabled={canUndo === null}
        icon="undo"
        keys={keys.undo}
        label={canUndo === null ? 'Undo' : `Undo: ${canUndo}`}
        onClick={actions.undo}
        size="small"
      />
      <IconButton
        disabled={canRedo === null}
        icon="redo"
        keys={keys.redo}
        label={canRedo === null ? 'Redo' : `Redo: ${canRedo}`}
        onClick={actions.redo}
        size="small"
      />
      <span className="mx-1.5 h-5 w-px bg-line" />
      {TOOLS.map((one) => (
        <IconButton
          icon={one.icon}
          isOn={tool === one.tool}
          key={one.tool}
          keys={keys[`tool.${one.tool}`]}
          label={one.label}
          onClick={() => actions.set({ tool: one.tool })}
          size="small"
        />
      ))}
      <span className="mx-1.5 h-5 w-px bg-line" />
      <IconButton icon="split" keys={keys.split} label="Split at playhead" onClick={edit.split} size="small" />
      <IconButton
        disabled={!hasSelection}
        icon="trash"
        keys={keys.delete}
        label="Delete"
        onClick={() => edit.remove(false)}
        size="small"
      />
      <IconButton
        disabled={!hasSelection}
        icon="cut"
        keys={keys.rippleDelete}
        label="Delete and close gap"
        onClick={() => edit.remove(true)}
        size="small"
      />
      <IconButton
        disabled={!hasSelection}
        icon="copy"
        keys={keys.duplicate}
        label="Duplicate"
        onClick={edit.duplicate}
        size="small"
      />
      <span className="mx-1.5 h-5 w-px bg-line" />
      <IconButton icon="text" keys={keys.addText} label="Add text" onClick={edit.addText} size="small" />
      <IconButton icon="shape" label="Add shape" onClick={edit.addShape} size="small" />
      <IconButton icon="marker" keys={keys.addMarker} label="Add marker" onClick={edit.addMarker} size="small" />
    </>
  );
}

/** Zoom slider. It is a separate component, so that zooming does not render the rest of the toolbar again. */
function ZoomSlider() {
  const pxPerSec = useEditor((state) => state.pxPerSec);
  const actions = useActions();
  return (
    <input
      aria-label="Timeline zoom"
      className="w-24 accent-accent"
      max={Math.log(ZOOM.most)}
      min={Math.log(ZOOM.least)}
      onChange={(event) => actions.zoom(Math.exp(Number(event.target.value)))}
      step={0.01}
      type="range"
      value={Math.log(pxPerSec)}
    />
  );
}
