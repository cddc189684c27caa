import { durationSec } from '@framemill/timeline';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { durationText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CommentsPanel } from './comments/comments-panel.tsx';
import { ConflictBanner } from './editor-frame.tsx';
import { useIsFullScreen } from './model/full-screen.ts';
import { useActions, useEditor } from './model/use-editor.ts';
import { RenderDialog } from './panels/render-dialog.tsx';
import { captionsOf } from './panels/spoken-words.ts';
import { StagePanel } from './stage/stage-panel.tsx';

/** Panels below the preview: value and name. */
const PANELS = [
  ['comments', 'Comments'],
  ['captions', 'Captions'],
] as const;

/**
 * Layout of the open editor on a phone: the preview with comments and captions below it, and the render dialog.
 * `onEdit` opens the whole editor.
 */
export function PhoneFrame({ onEdit }: { onEdit(): void }) {
  const [panel, setPanel] = useState<(typeof PANELS)[number][0]>('comments');
  const [isRenderOpen, setIsRenderOpen] = useState(false);
  const projectId = useEditor((state) => state.projectId);
  const name = useEditor((state) => state.document.settings.name);
  const isFullScreen = useIsFullScreen();
  return (
    <main className="flex h-dvh flex-col bg-bg" data-layout="phone">
      <header
        className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-2"
        hidden={isFullScreen}
      >
        <Link
          aria-label="Back to project"
          className="flex size-11 items-center justify-center rounded-lg text-soft"
          params={{ projectId }}
          to="/projects/$projectId"
        >
          <Icon name="arrowLeft" />
        </Link>
        <h1 className="min-w-0 grow truncate font-semibold" dir="auto">
          {name || 'Untitled'}
        </h1>
        <Button icon="film" onClick={() => setIsRenderOpen(true)} size="small" tone="primary">
          Render
        </Button>
      </header>
      <ConflictBanner />
      <div className={isFullScreen ? 'flex min-h-0 grow' : 'flex h-[42dvh] shrink-0'}>
        <StagePanel isPlayer openCommand={() => undefined} />
      </div>
      <div className="flex min-h-0 grow flex-col bg-surface" hidden={isFullScreen}>
        <Playhead />
        <Tabs choices={PANELS} label="Video" onChoose={(choice) => setPanel(choice)} value={panel}>
          {panel === 'comments' ? <CommentsPanel /> : <CaptionList />}
        </Tabs>
        <p className="flex shrink-0 items-center gap-2 border-t border-line p-2 text-[13px] text-soft">
          <span className="grow">Editing the timeline needs a wider window.</span>
          <Button onClick={onEdit} size="small" tone="quiet">
            Edit anyway
          </Button>
        </p>
      </div>
      <RenderDialog isOpen={isRenderOpen} onClose={() => setIsRenderOpen(false)} />
    </main>
  );
}

/** Slider of the playhead. */
function Playhead() {
  const endSec = useEditor((state) => durationSec(state.document));
  const playheadSec = useEditor((state) => state.playheadSec);
  const actions = useActions();
  return (
    <div className="flex shrink-0 items-center gap-2 px-3 py-1 text-[13px] text-soft tabular-nums">
      {durationText(playheadSec)}
      <input
        aria-label="Playhead"
        aria-valuetext={`${durationText(playheadSec)} of ${durationText(endSec)}`}
        className="h-11 min-w-0 grow accent-accent"
        max={endSec}
        min={0}
        onChange={({ target }) => actions.seek(target.valueAsNumber)}
        step={0.01}
        type="range"
        value={Math.min(playheadSec, endSec)}
      />
      {durationText(endSec)}
    </div>
  );
}

/** List of the captions. A press on one goes to its time and opens its text. */
function CaptionList() {
  const clips = useEditor((state) => state.document.clips);
  const playheadSec = useEditor((state) => state.playheadSec);
  const actions = useActions();
  const [edited, setEdited] = useState<{ id: string; content: string } | null>(null);
  const captions = captionsOf(clips);
  if (captions.length === 0) return <p className="p-3 text-soft">No captions yet. Add them in a wider window.</p>;

  function save() {
    const old = captions.find(({ id }) => id === edited?.id)?.textStyle?.content;
    if (edited && edited.content !== old) {
      const patch = { textStyle: { content: edited.content } };
      if (!actions.run('Edit caption', [{ op: 'updateClip', clipId: edited.id, patch }])) return;
    }
    setEdited(null);
  }

  return (
    <ol className="flex flex-col p-1">
      {captions.map(({ id, start, duration, textStyle }) => (
        <li key={id}>
          {edited?.id === id ? (
            <form
              className="flex flex-col gap-2 rounded-lg bg-raised p-2"
              onSubmit={(event) => {
                event.preventDefault();
                save();
              }}
            >
              <TextArea
                autoFocus
                label={`Caption at ${durationText(start)}`}
                onChange={({ target }) => setEdited({ id, content: target.value })}
                value={edited.content}
              />
              <div className="flex justify-end gap-2">
                <Button onClick={() => setEdited(null)} size="small" tone="quiet">
                  Cancel
                </Button>
                <Button size="small" tone="primary" type="submit">
                  Save
                </Button>
              </div>
            </form>
          ) : (
            <button
              aria-current={playheadSec >= start && playheadSec < start + duration}
              className="flex min-h-11 w-full items-center gap-2 rounded-lg px-2 py-1 text-left aria-[current=true]:bg-active"
              onClick={() => {
                actions.seek(start);
                setEdited({ id, content: textStyle?.content ?? '' });
              }}
              type="button"
            >
              <span className="w-10 shrink-0 text-xs text-soft tabular-nums">{durationText(start)}</span>
              <span dir="auto">{textStyle?.content}</span>
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
