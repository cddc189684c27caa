import type { Document } from '@framemill/timeline';
import { useCallback, useState } from 'react';
import { access } from '../client/access.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { titleOf } from '../ui/labels.ts';
import { Tabs } from '../ui/tabs.tsx';
import { CommandDialog } from './commands/command-dialog.tsx';
import { Palette } from './commands/palette.tsx';
import { CommentsPanel } from './comments/comments-panel.tsx';
import { ShareDialog } from './comments/share-dialog.tsx';
import { MediaPanel } from './media/media-panel.tsx';
import { clipTitle } from './model/editor-store.ts';
import { useIsFullScreen } from './model/full-screen.ts';
import { useActions, useEditor } from './model/use-editor.ts';
import { useShortcuts } from './model/use-shortcuts.ts';
import { PanelEdge, usePanelSizes } from './panel-sizes.tsx';
import { AssistantPanel } from './panels/assistant-panel.tsx';
import { CodePanel } from './panels/code-panel.tsx';
import { HistoryPanel } from './panels/history-panel.tsx';
import { Inspector } from './panels/inspector.tsx';
import { KeysDialog } from './panels/keys-dialog.tsx';
import { RenderDialog } from './panels/render-dialog.tsx';
import { TopBar } from './panels/top-bar.tsx';
import { TranscriptPanel } from './panels/transcript-panel.tsx';
import { VariablesPanel } from './panels/variables-panel.tsx';
import { StagePanel } from './stage/stage-panel.tsx';
import { TitlesPanel } from './text/titles-panel.tsx';
import { TimelinePanel } from './timeline/timeline-panel.tsx';

/** Layout of the open editor: side panels, the preview between them, and the timeline below. */
export function EditorFrame({ refreshMedia }: { refreshMedia(): Promise<void> }) {
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isRenderOpen, setIsRenderOpen] = useState(false);
  const [isShareOpen, setIsShareOpen] = useState(false);
  const [op, setOp] = useState<string | null>(null);
  const left = useEditor((state) => state.left);
  const right = useEditor((state) => state.right);
  const isFullScreen = useIsFullScreen();
  const actions = useActions();
  const { isStudio, mayEdit, mayRender } = access();
  const openPalette = useCallback(() => setIsPaletteOpen(mayEdit), [mayEdit]);
  const openHelp = useCallback(() => setIsHelpOpen(true), []);
  const openRender = useCallback(() => setIsRenderOpen(true), []);
  const openShare = useCallback(() => setIsShareOpen(true), []);
  const sizes = usePanelSizes();
  useShortcuts({ openPalette, openHelp });
  return (
    // In a narrow window, or at a zoom of 200 %, the parts are stacked and the page scrolls.
    <main
      className={`flex flex-col bg-bg ${
        isFullScreen ? 'h-screen' : 'min-h-screen min-[900px]:h-screen min-[900px]:min-h-0 min-[900px]:overflow-hidden'
      }`}
      style={sizes.style}
    >
      {!isFullScreen && (
        <TopBar openHelp={openHelp} openPalette={openPalette} openRender={openRender} openShare={openShare} />
      )}
      <ConflictBanner />
      {/* In full screen, the other parts are hidden. They stay mounted and keep their state. */}
      <div
        className={
          isFullScreen
            ? 'flex min-h-0 grow'
            : 'flex flex-wrap min-[900px]:min-h-0 min-[900px]:grow min-[900px]:basis-0 min-[900px]:flex-nowrap'
        }
      >
        {mayEdit && (
          <aside
            className="order-1 flex h-[80vh] w-1/2 shrink-0 flex-col border-r min-[900px]:order-none min-[900px]:h-auto min-[900px]:w-(--left) border-line bg-surface"
            hidden={isFullScreen}
          >
            <Tabs
              choices={isStudio ? LEFT_PANELS : LEFT_PANELS.slice(0, 2)}
              label="Add to the project"
              onChoose={(choice) => actions.set({ left: choice })}
              value={left}
            >
              {/* Panels stay mounted while hidden, so that transcripts and conversations are kept. */}
              <div hidden={left !== 'media'}>
                <MediaPanel refresh={refreshMedia} />
              </div>
              {left === 'titles' && <TitlesPanel />}
              {isStudio && (
                <>
                  <div hidden={left !== 'transcript'}>
                    <TranscriptPanel openCommand={setOp} />
                  </div>
                  <div className={left === 'assistant' ? 'h-full' : 'hidden'}>
                    <AssistantPanel />
                  </div>
                </>
              )}
            </Tabs>
          </aside>
        )}
        {mayEdit && !isFullScreen && <PanelEdge part="left" sizes={sizes} />}
        <div
          className={
            isFullScreen
              ? 'flex min-h-0 min-w-0 grow'
              : 'flex h-[80vh] min-h-72 min-w-0 grow basis-full min-[900px]:h-auto min-[900px]:min-h-0 min-[900px]:basis-0'
          }
        >
          <StagePanel openCommand={setOp} />
        </div>
        {mayEdit && !isFullScreen && <PanelEdge part="right" sizes={sizes} />}
        {mayEdit && (
          <aside
            className="order-1 flex h-[80vh] w-1/2 shrink-0 flex-col border-l min-[900px]:order-none min-[900px]:h-auto min-[900px]:w-(--right) border-line bg-surface"
            hidden={isFullScreen}
          >
            <Tabs
              choices={isStudio ? RIGHT_PANELS : RIGHT_PANELS.slice(0, 3)}
              label="Project and clip settings"
              onChoose={(choice) => actions.set({ right: choice })}
              value={right}
            >
              {right === 'inspector' && <Inspector openCommand={setOp} />}
              {right === 'history' && <HistoryPanel />}
              {right === 'variables' && <VariablesPanel openCommand={setOp} openRender={openRender} />}
              {right === 'code' && <CodePanel />}
              {right === 'comments' && <CommentsPanel />}
            </Tabs>
          </aside>
        )}
      </div>
      {!isFullScreen && <PanelEdge part="timeline" sizes={sizes} />}
      <div
        className="h-[80vh] min-h-64 min-[900px]:h-auto min-[900px]:min-h-48 min-[900px]:shrink-0 min-[900px]:basis-(--timeline)"
        hidden={isFullScreen}
      >
        <TimelinePanel openCommand={setOp} />
      </div>
      <Palette
        isOpen={isPaletteOpen}
        onClose={() => setIsPaletteOpen(false)}
        onPick={(picked) => {
          setIsPaletteOpen(false);
          setOp(picked);
        }}
      />
      <CommandDialog onClose={() => setOp(null)} op={op} />
      {mayRender && <RenderDialog isOpen={isRenderOpen} onClose={() => setIsRenderOpen(false)} />}
      {isStudio && <ShareDialog isOpen={isShareOpen} onClose={() => setIsShareOpen(false)} />}
      <KeysDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </main>
  );
}

/** Panels on the left: value and name. The editor in another product has the first two. */
const LEFT_PANELS = [
  ['media', 'Media'],
  ['titles', 'Titles'],
  ['transcript', 'Transcript'],
  ['assistant', 'Assistant'],
] as const;

/**
 * Panels on the right: value, name, and icon in place of the name. The editor in another product has the first three.
 */
const RIGHT_PANELS = [
  ['inspector', 'Inspector'],
  ['history', 'History'],
  ['variables', 'Variables'],
  ['code', 'Code'],
  ['comments', 'Comments', 'message'],
] as const;

/**
 * Banner for edits in conflict with another user's edits. It shows one conflict at a time: this user's edit and the
 * other user's edit.
 */
export function ConflictBanner() {
  const conflict = useEditor((state) => state.sync.conflicts[0] ?? null);
  const count = useEditor((state) => state.sync.conflicts.length);
  const document = useEditor((state) => state.document);
  const actions = useActions();
  if (!conflict) return null;
  const { edit, theirs, parts } = conflict;
  const named = parts.slice(0, 3).map((part) => partName(part, document));
  return (
    <div className="flex items-center gap-3 border-b border-line bg-warn-soft px-4 py-2" role="alert">
      <Icon className="text-warn" name="warning" />
      <p className="min-w-0 grow">
        Your edit <strong>{edit.label}</strong> conflicts with{' '}
        <strong>{theirs.commands.map(({ op }) => titleOf(op)).join(', ') || 'a change'}</strong> by{' '}
        {theirs.author.name || 'another person'}. Both change {named.join(', ')}.
        {count > 1 && ` ${count - 1} more to resolve.`}
      </p>
      <Button onClick={() => actions.settle(edit.batchId, true)} size="small">
        Use mine
      </Button>
      <Button onClick={() => actions.settle(edit.batchId, false)} size="small">
        Keep theirs
      </Button>
    </div>
  );
}

/** Returns the name of a part of a document (`changeParts`): the title of a clip or a track, `project settings`. */
function partName(part: string, { clips, tracks, compositions = [] }: Document): string {
  const [, kind, id] = /^(clip|track|composition) (.+)$/.exec(part) ?? [];
  if (kind === undefined) return part === 'settings' ? 'project settings' : part;
  if (id === '*') return `${kind}s`;
  const clip = clips.find((one) => kind === 'clip' && one.id === id);
  const named = kind === 'composition' ? compositions.find((one) => one.id === id)?.name : undefined;
  const track = tracks.find((one) => kind === 'track' && String(one.id) === id);
  const title = clip ? clipTitle(clip) : (named ?? track?.label);
  return title === undefined ? `a deleted ${kind}` : `“${title}”`;
}
