import type { StageBox } from '@framemill/compositor/page';
import { access } from '../../client/access.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { choiceLabel } from '../../ui/labels.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { toggleScopes, useScopeChoice } from '../model/scope-choice.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { useKeyActions } from '../model/use-key-actions.ts';
import { useKeyTexts } from '../model/use-shortcuts.ts';
import type { ExactMode } from './exact-frame.tsx';
import { NEW_MASKS, newMask } from './mask-geometry.ts';
import { type EngineStage, type PreviewKind, usePreviewKind } from './use-engine-stage.ts';
import type { StageView } from './use-stage-view.ts';

/**
 * Tool that determines what the handles of a selected clip change: its position, size and rotation (`place`), its crop,
 * its anchor or its mask.
 */
export type StageTool = 'place' | 'crop' | 'anchor' | 'mask';

const TOOLS = [
  ['place', 'Transform', 'Move, scale and rotate'],
  ['crop', 'Crop', 'Crop the edges'],
  ['anchor', 'Anchor', 'The point around which the clip scales and rotates'],
  ['mask', 'Mask', 'Show the clip only inside a shape'],
] as const;

const EXACT_MODES: readonly (readonly [ExactMode, string])[] = [
  ['auto', 'Only where the preview differs'],
  ['over', 'Over the preview'],
  ['side', 'Next to the preview'],
  ['difference', 'Difference'],
];

const PREVIEW_KINDS: readonly (readonly [PreviewKind, string])[] = [
  ['exact', 'Preview: exact'],
  ['page', 'Preview: approximate'],
];

interface StageToolsProps extends Pick<EngineStage, 'counts'> {
  boxes: readonly StageBox[];
  tool: StageTool;
  setTool(tool: StageTool): void;
  exact: ExactMode;
  setExact(mode: ExactMode): void;
  isSafeShown: boolean;
  setIsSafeShown(isShown: boolean): void;
  view: StageView;
}

/** Toolbar above the canvas: handle tool, kind of preview, exact frame, safe areas and zoom. */
export function StageTools(props: StageToolsProps) {
  const { boxes, tool, setTool, exact, setExact, isSafeShown, setIsSafeShown, view, counts } = props;
  return (
    <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line bg-surface px-2">
      <fieldset className="flex gap-0.5">
        <legend className="sr-only">Canvas tools</legend>
        {(access().mayEdit ? TOOLS : []).map(([value, name, hint]) => (
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
      <BeforeButton />
      <WipeButton />
      <ScopesButton />
      <IconButton
        icon="grid"
        isOn={isSafeShown}
        label="Safe areas"
        onClick={() => setIsSafeShown(!isSafeShown)}
        size="small"
      />
      <Menu trigger={<IconButton icon="eye" isOn={exact !== 'auto'} label="Exact frame, as rendered" size="small" />}>
        {EXACT_MODES.map(([mode, name]) => (
          <MenuItem icon={mode === exact ? 'check' : 'eye'} key={mode} onClick={() => setExact(mode)}>
            {name}
          </MenuItem>
        ))}
        <MenuSeparator />
        <PreviewChoices counts={counts} />
      </Menu>
      <IconButton icon="zoomOut" label="Zoom preview out" onClick={() => view.zoomBy(1 / 1.25)} size="small" />
      <Menu
        trigger={
          <Button className="w-14 tabular-nums" size="small" tone="quiet">
            <span className="sr-only">Preview zoom: </span>
            {Math.round(view.scale * 100)}%
          </Button>
        }
      >
        <MenuItem onClick={view.fit}>Fit</MenuItem>
        {[0.25, 0.5, 1, 2, 4].map((scale) => (
          <MenuItem key={scale} onClick={() => view.zoomTo(scale)}>
            {scale * 100}%
          </MenuItem>
        ))}
      </Menu>
      <IconButton icon="zoomIn" label="Zoom preview in" onClick={() => view.zoomBy(1.25)} size="small" />
    </div>
  );
}

/**
 * Button that shows the preview without the grades and effects of the selected clips while it is pressed. By keyboard
 * it is a switch.
 */
function BeforeButton() {
  const isBefore = useEditor((state) => state.comparison === 'before');
  const actions = useActions();
  const does = useKeyActions();
  const keys = useKeyTexts();
  const end = () => actions.set({ comparison: 'none' });
  return (
    <IconButton
      icon="contrast"
      isOn={isBefore}
      keys={keys.before}
      label="Without grade and effects"
      onClick={({ detail }) => {
        // The pointer has pressed and released it.
        if (detail === 0) does.beforeToggle();
      }}
      onLostPointerCapture={end}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        does.before();
      }}
      size="small"
    />
  );
}

/** Button of the line between the preview with and without grade, which needs the exact preview. */
function WipeButton() {
  const isOn = useEditor((state) => state.comparison === 'wipe');
  const isExact = usePreviewKind(({ kind }) => kind === 'exact');
  const does = useKeyActions();
  const keys = useKeyTexts();
  return (
    <IconButton
      disabled={!isExact}
      icon="split"
      isOn={isOn}
      keys={keys.wipe}
      label="Compare before and after"
      onClick={does.wipe}
      size="small"
    />
  );
}

function ScopesButton() {
  const isOpen = useScopeChoice((choice) => choice.isOpen);
  const keys = useKeyTexts();
  return (
    <IconButton icon="scopes" isOn={isOpen} keys={keys.scopes} label="Scopes" onClick={toggleScopes} size="small" />
  );
}

/** Menu items for the kind of preview, with the number of frames that playback has left out so far. */
function PreviewChoices({ counts }: Pick<EngineStage, 'counts'>) {
  const { kind, choose } = usePreviewKind();
  const { played, dropped } = counts();
  return (
    <>
      {PREVIEW_KINDS.map(([value, name]) => (
        <MenuItem icon={value === kind ? 'check' : 'film'} key={value} onClick={() => choose(value)}>
          {name}
        </MenuItem>
      ))}
      {played > 0 && (
        <MenuItem icon="gauge" isDisabled>
          {dropped} of {played + dropped} frames dropped
        </MenuItem>
      )}
    </>
  );
}

function MaskChoices({ boxes }: Pick<StageToolsProps, 'boxes'>) {
  const clip = useEditor(({ document, selection }) => document.clips.find(({ id }) => id === selection[0]));
  const actions = useActions();
  const box = boxes.find(({ clipId }) => clipId === clip?.id);
  if (!clip || !box) return <span className="ml-2 text-[13px] text-faint">Select a clip on the canvas.</span>;
  return (
    <span className="ml-1 flex gap-0.5">
      {NEW_MASKS.map((shape) => (
        <Button
          aria-pressed={clip.mask?.shape === shape}
          key={shape}
          onClick={() =>
            actions.run(`Mask: ${choiceLabel(shape)}`, [
              { op: 'setMask', clipId: clip.id, mask: newMask(shape, box.size) },
            ])
          }
          size="small"
          tone="quiet"
        >
          {choiceLabel(shape)}
        </Button>
      ))}
      {clip.mask && (
        <Button
          aria-label="Remove mask"
          onClick={() => actions.run('Remove mask', [{ op: 'setMask', clipId: clip.id, mask: null }])}
          size="small"
          tone="danger"
        >
          Remove
        </Button>
      )}
    </span>
  );
}
