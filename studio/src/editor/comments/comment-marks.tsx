import { CommentPins } from '../../comments/comment-pins.tsx';
import { placeText } from '../../comments/thread-list.tsx';
import { threadsByTime } from '../../comments/threads.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { useComments } from './use-comments.ts';

/** Maximum number of visible marks. */
const MOST_MARKS = 100;

/** Marks of open comments on the ruler, between two times in seconds, and of a new one. A click opens the comment. */
export function CommentMarks(props: { pxPerSec: number; fromSec: number; toSec: number }) {
  return (
    <>
      <ThreadMarks {...props} />
      <DraftMark pxPerSec={props.pxPerSec} />
    </>
  );
}

/** Moment or range of the comment that is being written. */
function DraftMark({ pxPerSec }: { pxPerSec: number }) {
  const draft = useEditor((state) => state.newComment);
  if (draft === null) return null;
  const { timeSec, endSec } = draft;
  return (
    <span
      className="pointer-events-none absolute bottom-0 h-1.5 min-w-1 bg-accent"
      data-testid="new-range"
      style={{ left: timeSec * pxPerSec, width: ((endSec ?? timeSec) - timeSec) * pxPerSec }}
    />
  );
}

function ThreadMarks({ pxPerSec, fromSec, toSec }: { pxPerSec: number; fromSec: number; toSec: number }) {
  const { threads } = useComments();
  const pickedId = useEditor((state) => state.commentId);
  const actions = useActions();
  return threadsByTime(threads, true)
    .filter(({ timeSec, endSec }) => timeSec <= toSec && (endSec ?? timeSec) >= fromSec)
    .slice(0, MOST_MARKS)
    .map((thread) => {
      const color = thread.id === pickedId ? 'bg-accent' : 'bg-info';
      const { id, timeSec, endSec, text } = thread;
      return (
        <span key={id}>
          {endSec !== null && (
            <span
              className={`pointer-events-none absolute bottom-0 h-1 opacity-60 ${color}`}
              style={{ left: timeSec * pxPerSec, width: (endSec - timeSec) * pxPerSec }}
            />
          )}
          <button
            aria-label={`Comment at ${placeText(thread)}: ${text.slice(0, 80)}`}
            className={`absolute bottom-1 size-3 -translate-x-1/2 rounded-t-full rounded-br-full ${color}`}
            data-comment-mark={id}
            onClick={() => actions.pickComment(thread)}
            style={{ left: timeSec * pxPerSec }}
            title={text.slice(0, 80)}
            type="button"
          />
        </span>
      );
    });
}

/** Pins of open comments over the preview, and the place of a new one. */
export function StagePins() {
  const { threads } = useComments();
  const atSec = useEditor((state) => state.playheadSec);
  const pickedId = useEditor((state) => state.commentId);
  const draft = useEditor((state) => state.newComment);
  const actions = useActions();
  return (
    <CommentPins
      atSec={atSec}
      newPoint={draft?.point ?? null}
      onPick={actions.pickComment}
      onPlace={draft?.isPlacing ? (point) => actions.set({ newComment: { ...draft, point } }) : undefined}
      pickedId={pickedId}
      threads={threadsByTime(threads, true)}
    />
  );
}
