import { useCallback, useState } from 'react';
import { CommandDialog } from './commands/command-dialog.tsx';
import { Palette } from './commands/palette.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { MediaPanel } from './media/media-panel.tsx';
import { useActions, useEditor } from './model/use-editor.ts';
import { useShortcuts } from './model/use-shortcuts.ts';
import { AssistantPanel } from './panels/assistant-panel.tsx';
import { CodePanel } from './panels/code-panel.tsx';
import { ConflictBanner } from './panels/conflict-banner.tsx';
import { HistoryPanel } from './panels/history-panel.tsx';
import { KeysDialog } from './panels/keys-dialog.tsx';
import { RenderDialog } from './panels/render-dialog.tsx';
import { Tabs } from './panels/tabs.tsx';
import { TopBar } from './panels/top-bar.tsx';
import { TranscriptPanel } from './panels/transcript-panel.tsx';
import { StagePanel } from './stage/stage-panel.tsx';
import { TimelinePanel } from './timeline/timeline-panel.tsx';
import { VariablesPanel } from './variables/variables-panel.tsx';

/** Layout of the open editor: side panels, the preview between them, and the timeline below. */
export function EditorFrame({ refreshMedia }: { refreshMedia(): Promise<void> }) {
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isRenderOpen, setIsRenderOpen] = useState(false);
  const [op, setOp] = useState<string | null>(null);
  const left = useEditor((state) => state.left);
  const right = useEditor((state) => state.right);
  const actions = useActions();
  const openPalette = useCallback(() => setIsPaletteOpen(true), []);
  const openHelp = useCallback(() => setIsHelpOpen(true), []);
  const openRender = useCallback(() => setIsRenderOpen(true), []);
  useShortcuts({ openPalette, openHelp });
  return (
    // In a narrow window, or at a zoom of 200 %, the parts are stacked and the page scrolls.
    <main className="flex min-h-screen flex-col bg-bg min-[900px]:h-screen min-[900px]:min-h-0 min-[900px]:overflow-hidden">
      <TopBar openHelp={openHelp} openPalette={openPalette} openRender={openRender} />
      <ConflictBanner />
      <div className="flex flex-wrap min-[900px]:min-h-0 min-[900px]:grow min-[900px]:basis-3/5 min-[900px]:flex-nowrap">
        <aside className="order-1 flex h-[80vh] w-1/2 shrink-0 flex-col border-r min-[900px]:order-none min-[900px]:h-auto min-[900px]:w-72 border-line bg-surface">
          <Tabs
            choices={[
              ['media', 'Media'],
              ['transcript', 'Transcript'],
              ['assistant', 'Assistant'],
            ]}
            label="Sources"
            onChoose={(choice) => actions.set({ left: choice })}
            value={left}
          >
            {/* Panels stay mounted while hidden, so that transcripts and conversations are kept. */}
            <div hidden={left !== 'media'}>
              <MediaPanel refresh={refreshMedia} />
            </div>
            <div hidden={left !== 'transcript'}>
              <TranscriptPanel openCommand={setOp} />
            </div>
            <div className={left === 'assistant' ? 'h-full' : 'hidden'}>
              <AssistantPanel />
            </div>
          </Tabs>
        </aside>
        <div className="flex h-[80vh] min-h-72 min-w-0 grow basis-full min-[900px]:h-auto min-[900px]:min-h-0 min-[900px]:basis-0">
          <StagePanel />
        </div>
        <aside className="order-1 flex h-[80vh] w-1/2 shrink-0 flex-col border-l min-[900px]:order-none min-[900px]:h-auto min-[900px]:w-78 border-line bg-surface">
          <Tabs
            choices={[
              ['inspector', 'Inspector'],
              ['history', 'History'],
              ['variables', 'Variables'],
              ['code', 'Code'],
            ]}
            label="Settings"
            onChoose={(choice) => actions.set({ right: choice })}
            value={right}
          >
            {right === 'inspector' && <Inspector openCommand={setOp} />}
            {right === 'history' && <HistoryPanel />}
            {right === 'variables' && <VariablesPanel openCommand={setOp} openRender={openRender} />}
            {right === 'code' && <CodePanel />}
          </Tabs>
        </aside>
      </div>
      <div className="h-[80vh] min-h-64 min-[900px]:h-auto min-[900px]:min-h-48 min-[900px]:basis-2/5">
        <TimelinePanel />
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
      <RenderDialog isOpen={isRenderOpen} onClose={() => setIsRenderOpen(false)} />
      <KeysDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </main>
  );
}
