import type { StageBox } from '@framemill/compositor/page';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useActions, useEditor } from '../model/use-editor.ts';
import type { ExactMode } from './exact-frame.tsx';
import { NEW_MASKS, newMask } from './mask-geometry.ts';
import type { StageView } from './use-stage-view.ts';

/**
 * Tool that determines what the handles of a selected clip change: its position, size and rotation (`place`), its crop,
 * its anchor or its mask.
 */
export type StageTool = 'place' | 'crop' | 'anchor' | 'mask';

const TOOLS = [
  ['place', 'Place', 'Move, scale and turn'],
  ['crop', 'Crop', 'Cut the sides off'],
  ['anchor', 'Anchor', 'The point that it is scaled and turned about'],
  ['mask', 'Mask', 'The shape through which it is seen'],
] as const;

const EXACT_MODES: readonly (readonly [ExactMode, string])[] = [
  ['auto', 'Where the preview lacks something'],
  ['over', 'Over the preview'],
  ['side', 'Beside the preview'],
  ['difference', 'As difference'],
];

interface StageToolsProps {
  boxes: readonly StageBox[];
  tool: StageTool;
  setTool(tool: StageTool): void;
  exact: ExactMode;
  setExact(mode: ExactMode): void;
  isSafeShown: boolean;
  setIsSafeShown(isShown: boolean): void;
  view: StageView;
}

/** Toolbar above the canvas: handle tool, exact frame, safe areas and zoom. */
export function StageTools(props: StageToolsProps) {
  const { boxes, tool, setTool, exact, setExact, isSafeShown, setIsSafeShown, view } = props;
  return (
    <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line bg-surface px-2">
      <fieldset className="flex gap-0.5">
        <legend className="sr-only">What handles do</legend>
        {TOOLS.map(([value, name, hint]) => (
          <Button
            aria-pressed={tool === value}
            key={value}
            onClick={() => setTool(value)}
            size="small"
            title={hint}
            tone={tool === value ? 'plain' : 'quiet'}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      {tool === 'mask' && <MaskChoices boxes={boxes} />}
      <span className="grow" />
      <IconButton
        icon="grid"
        isOn={isSafeShown}
        label="Title-safe and action-safe areas"
        onClick={() => setIsSafeShown(!isSafeShown)}
        size="small"
      />
      <Menu
        trigger={
          <IconButton icon="eye" isOn={exact !== 'auto'} label="Exact frame, as the service draws it" size="small" />
        }
      >
        {EXACT_MODES.map(([mode, name]) => (
          <MenuItem icon={mode === exact ? 'check' : 'eye'} key={mode} onClick={() => setExact(mode)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
      <IconButton icon="zoomOut" label="Smaller preview" onClick={() => view.zoomBy(1 / 1.25)} size="small" />
      <Menu
        trigger={
          <Button className="w-14 tabular-nums" size="small" tone="quiet">
            <span className="sr-only">Zoom of the preview: </span>
            {Math.round(view.scale * 100)} %
          </Button>
        }
      >
        <MenuItem onClick={view.fit}>Fit</MenuItem>
        {[0.25, 0.5, 1, 2, 4].map((scale) => (
          <MenuItem key={scale} onClick={() => view.zoomTo(scale)}>
            {scale * 100} %
          </MenuItem>
        ))}
      </Menu>
      <IconButton icon="zoomIn" label="Larger preview" onClick={() => view.zoomBy(1.25)} size="small" />
    </div>
  );
}

function MaskChoices({ boxes }: Pick<StageToolsProps, 'boxes'>) {
  const clip = useEditor(({ document, selection }) => document.clips.find(({ id }) => id === selection[0]));
  const actions = useActions();
  const box = boxes.find(({ clipId }) => clipId === clip?.id);
  if (!clip || !box) return <span className="ml-2 text-[13px] text-faint">Pick a clip on the canvas.</span>;
  return (
    <span className="ml-1 flex gap-0.5">
      {NEW_MASKS.map((shape) => (
        <Button
          aria-pressed={clip.mask?.shape === shape}
          key={shape}
          onClick={() =>
            actions.run(`Mask: ${shape}`, [{ op: 'setMask', clipId: clip.id, mask: newMask(shape, box.size) }])
          }
          size="small"
          tone="quiet"
        >
          {shape.charAt(0).toUpperCase() + shape.slice(1)}
        </Button>
      ))}
      {clip.mask && (
        <Button
          onClick={() => actions.run('Remove the mask', [{ op: 'setMask', clipId: clip.id, mask: null }])}
          size="small"
          tone="danger"
        >
          No mask
        </Button>
      )}
    </span>
  );
}
