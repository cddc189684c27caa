import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { durationText, momentText, sinceText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Badge } from '../ui/indicators.tsx';
import type { CommentThread, Place } from './threads.ts';

interface ThreadListProps {
  threads: readonly CommentThread[];
  /** Id of the highlighted thread; null for none. */
  pickedId: string | null;
  /** Called when the user chooses a thread, to go to its time. */
  onPick(thread: CommentThread): void;
  /** Sends an answer. Rejects when the service refuses it. */
  onAnswer(thread: CommentThread, text: string): Promise<unknown>;
  /** Returns further buttons of a thread. */
  actionsOf?(thread: CommentThread): ReactNode;
}

/** Threads with their answers, in the given order. */
export function ThreadList({ threads, pickedId, onPick, onAnswer, actionsOf }: ThreadListProps) {
  return (
    <ol className="flex flex-col gap-1">
      {threads.map((thread) => (
        <li
          className={`rounded-lg px-2 py-2 ${thread.id === pickedId ? 'bg-accent-soft' : ''}`}
          data-comment={thread.id}
          key={thread.id}
        >
          <Comment comment={thread}>
            <button
              className="rounded-md bg-raised px-1.5 py-0.5 font-mono text-xs text-accent tabular-nums hover:bg-hover"
              onClick={() => onPick(thread)}
              type="button"
            >
              <span className="sr-only">Go to </span>
              {placeText(thread)}
            </button>
            {thread.point && <Icon className="text-faint" name="marker" size={13} />}
            {thread.resolvedAt !== null && <Badge>Resolved</Badge>}
          </Comment>
          <ol className="mt-1 flex flex-col border-l border-line pl-3">
            {thread.answers.map((answer) => (
              <li className="py-1" key={answer.id}>
                <Comment comment={answer} />
              </li>
            ))}
          </ol>
          <Answering onAnswer={(text) => onAnswer(thread, text)}>{actionsOf?.(thread)}</Answering>
        </li>
      ))}
    </ol>
  );
}

/** Returns the time of a comment: `0:04`, or `0:04 - 0:06` for a range. */
export function placeText({ timeSec, endSec }: Pick<Place, 'timeSec' | 'endSec'>): string {
  return endSec === null ? clockText(timeSec) : `${clockText(timeSec)} - ${clockText(endSec)}`;
}

/** Formats a time of a video, whose second has begun: `0:04`. */
export function clockText(timeSec: number): string {
  return durationText(Math.floor(timeSec + 0.001));
}

function Comment({
  comment: { author, text, createdAt },
  children,
}: {
  comment: Pick<CommentThread, 'author' | 'text' | 'createdAt'>;
  children?: ReactNode;
}) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px]">
        {children}
        <strong className="min-w-0 truncate font-medium" dir="auto">
          {author.name}
        </strong>
        <time className="text-faint" dateTime={createdAt} title={momentText(createdAt)}>
          {sinceText(createdAt)}
        </time>
      </div>
      <p className="mt-0.5 break-words whitespace-pre-wrap" dir="auto">
        {text}
      </p>
    </>
  );
}

/** Buttons of a thread, and the form of an answer once it is requested. */
function Answering({ onAnswer, children }: { onAnswer(text: string): Promise<unknown>; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) {
    const send = async (text: string) => {
      await onAnswer(text);
      setIsOpen(false);
    };
    return <CommentForm action="Reply" label="Reply" onCancel={() => setIsOpen(false)} onSend={send} />;
  }
  return (
    <div className="mt-1 flex flex-wrap gap-1">
      <Button onClick={() => setIsOpen(true)} size="small" tone="quiet">
        Reply
      </Button>
      {children}
    </div>
  );
}

interface CommentFormProps {
  /** Label of the text field, and of the button. */
  label: string;
  action: string;
  /** Sends the text. The form is emptied when the promise resolves; the caller reports a rejection. */
  onSend(text: string): Promise<unknown>;
  onCancel?(): void;
  /** Further controls above the text. */
  children?: ReactNode;
}

/** Form with the text of a comment. Ctrl or Command with Enter sends it. */
export function CommentForm({ label, action, onSend, onCancel, children }: CommentFormProps) {
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();
  async function send(event?: FormEvent) {
    event?.preventDefault();
    if (text.trim() === '' || isBusy) return;
    setIsBusy(true);
    try {
      await onSend(text.trim());
      setText('');
    } catch {
      // The mutation has already reported the error.
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <form className="flex flex-col gap-2 py-1" onSubmit={send}>
      {children}
      <label className="text-[13px] font-medium text-soft" htmlFor={id}>
        {label}
      </label>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the form opens because the user wants to write
        autoFocus
        className="min-h-18 w-full rounded-lg border border-line-strong bg-sunken px-3 py-2"
        id={id}
        maxLength={4_000}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          if (event.key === 'Escape') onCancel?.();
        }}
        value={text}
      />
      <div className="flex justify-end gap-1.5">
        {onCancel && (
          <Button onClick={onCancel} size="small" tone="quiet">
            Cancel
          </Button>
        )}
        <Button disabled={text.trim() === ''} isBusy={isBusy} size="small" tone="primary" type="submit">
          {action}
        </Button>
      </div>
    </form>
  );
}
