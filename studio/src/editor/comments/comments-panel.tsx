import { useState } from 'react';
import { sentenceOf } from '../../client/api-error.ts';
import { RangeButtons } from '../../comments/range-buttons.tsx';
import { CommentForm, placeText, ThreadList } from '../../comments/thread-list.tsx';
import { type CommentThread, threadsByTime } from '../../comments/threads.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Check } from '../../ui/field.tsx';
import type { NewComment } from '../model/editor-store.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { useKeyTexts } from '../model/use-shortcuts.ts';
import { useCommentChanges, useComments } from './use-comments.ts';

/** Comments panel: the comments of the project by time, and the form of a new one. */
export function CommentsPanel() {
  const draft = useEditor((state) => state.newComment);
  const pickedId = useEditor((state) => state.commentId);
  const actions = useActions();
  const changes = useCommentChanges();
  const { threads: all, error } = useComments();
  const keys = useKeyTexts();
  const [isOnlyOpen, setIsOnlyOpen] = useState(true);
  const [removed, setRemoved] = useState<CommentThread | null>(null);
  const threads = threadsByTime(all, isOnlyOpen);
  return (
    <div className="flex flex-col gap-2 p-2">
      <div className="flex items-center gap-2 px-1">
        <Button icon="message" onClick={actions.beginComment} size="small">
          Add comment <kbd className="font-mono text-xs text-faint">{keys.addComment}</kbd>
        </Button>
        <span className="grow" />
        <span className="shrink-0">
          <Check isOn={isOnlyOpen} onChange={setIsOnlyOpen}>
            Unresolved only
          </Check>
        </span>
      </div>
      {draft && (
        <div className="rounded-lg bg-raised px-2 py-1">
          <CommentForm
            action="Add"
            key={draft.openedAtSec}
            label={`Comment at ${placeText(draft)}`}
            onCancel={() => actions.set({ newComment: null })}
            onSend={async (text) => {
              await changes.add(text, draft);
              actions.set({ newComment: null });
            }}
          >
            <DraftRange draft={draft} />
            <Check
              isOn={draft.isPlacing}
              onChange={(isPlacing) =>
                actions.set({ newComment: { ...draft, isPlacing, point: isPlacing ? draft.point : null } })
              }
            >
              Pin to a place in the image: select it in the preview
            </Check>
          </CommentForm>
        </div>
      )}
      {error && <p className="p-2 text-bad">{sentenceOf(error)}</p>}
      {threads.length === 0 && !error && (
        <p className="p-2 text-soft">
          {all.length === 0 ? 'No comments yet. Add one, or share the project for review.' : 'No unresolved comments.'}
        </p>
      )}
      <ThreadList
        actionsOf={(thread) => (
          <>
            <Button
              onClick={() => void changes.resolve(thread.id, thread.resolvedAt === null).catch(reported)}
              size="small"
              tone="quiet"
            >
              {thread.resolvedAt === null ? 'Resolve' : 'Reopen'}
            </Button>
            <Button onClick={() => setRemoved(thread)} size="small" tone="quiet">
              Delete
            </Button>
          </>
        )}
        onAnswer={({ id }, text) => changes.answer(id, text)}
        onPick={actions.pickComment}
        pickedId={pickedId}
        threads={threads}
      />
      <Confirm
        action="Delete comment"
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        onConfirm={async () => removed && changes.remove(removed.id)}
        title="Delete comment?"
      >
        The comment and its replies are deleted. This cannot be undone.
      </Confirm>
    </div>
  );
}

/** Buttons for the range of the new comment. A component of its own, because it follows the playhead. */
function DraftRange({ draft }: { draft: NewComment }) {
  const atSec = useEditor((state) => state.playheadSec);
  const actions = useActions();
  return (
    <RangeButtons atSec={atSec} onChange={(span) => actions.set({ newComment: { ...draft, ...span } })} span={draft} />
  );
}

/** The mutation has already reported the error. */
const reported = () => undefined;
