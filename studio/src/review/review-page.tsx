import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '../client/api-error.ts';
import { storage } from '../client/storage.ts';
import { RangeButtons } from '../comments/range-buttons.tsx';
import { CommentForm, placeText, ThreadList } from '../comments/thread-list.tsx';
import { type CommentThread, type Place, threadsByTime } from '../comments/threads.ts';
import { Button } from '../ui/button.tsx';
import { Check, TextField } from '../ui/field.tsx';
import { momentText } from '../ui/format.ts';
import { Waiting } from '../ui/indicators.tsx';
import type { Review, ReviewService } from './review-service.ts';
import { ReviewVideo } from './review-video.tsx';
import { useGuestPresence } from './use-guest-presence.ts';

/** Interval at which the comments of others are read, in ms. */
const READ_EVERY_MS = 10_000;

/** Page of a review link. */
export function ReviewPage({ service }: { service: ReviewService }) {
  const { data, error } = useQuery({
    queryKey: ['review'],
    queryFn: () => service.read(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const name = data?.project.name || 'Review';
  useEffect(() => {
    document.title = name;
  }, [name]);
  if (error) {
    const hasEnded = error instanceof ApiError && error.status < 500 && error.status !== 429;
    return (
      <main className="grid min-h-screen place-items-center p-6 text-center" role="alert">
        <div>
          <h1 className="mb-1 text-lg font-semibold">{hasEnded ? 'Link not valid' : 'Video not loaded'}</h1>
          <p className="max-w-md text-soft">{sentenceOf(error)}</p>
        </div>
      </main>
    );
  }
  if (!data) return <Waiting what="Loading video" />;
  return <OpenReview review={data} service={service} />;
}

/** New comment that is being written: its place, and whether a press on the image sets its point. */
interface Draft extends Place {
  readonly isPlacing: boolean;
}

function OpenReview({ review, service }: { review: Review; service: ReviewService }) {
  const { project, mayComment, video } = review;
  const [draft, setDraft] = useState<Draft | null>(null);
  const [pickedId, setPickedId] = useState<string | null>(null);
  const [isOnlyOpen, setIsOnlyOpen] = useState(false);
  const [sought, setSought] = useState<{ timeSec: number } | null>(null);
  const [atSec, setAtSec] = useState(0);
  const queries = useQueryClient();
  const { data: all = [], error } = useQuery({
    queryKey: ['review', 'comments'],
    queryFn: () => service.comments(),
    refetchInterval: READ_EVERY_MS,
    enabled: mayComment,
  });
  const threads = threadsByTime(all, isOnlyOpen);
  const read = () => queries.invalidateQueries({ queryKey: ['review', 'comments'] });
  const guest = useGuestName(review.recipient);
  // A link to watch has no field for the name.
  const others = useGuestPresence(service, mayComment ? guest.name : '', atSec);
  const add = useMutation({
    mutationFn: ({ text, place }: { text: string; place: Place }) => service.add(guest.name, text, place),
    onSuccess: async () => {
      setDraft(null);
      await read();
    },
  });
  const answer = useMutation({
    mutationFn: ({ text, id }: { text: string; id: string }) => service.answer(guest.name, text, id),
    onSuccess: read,
  });

  function pick(thread: CommentThread) {
    setPickedId(thread.id);
    setSought({ timeSec: thread.timeSec });
  }

  return (
    <div className="flex min-h-screen flex-col bg-bg">
      <header className="flex flex-wrap items-baseline gap-x-3 border-b border-line bg-surface px-4 py-3">
        <h1 className="min-w-0 truncate text-base font-semibold" dir="auto">
          {project.name || 'Untitled'}
        </h1>
        {video.kind === 'render' && video.renderedAt !== null && (
          <span className="text-[13px] text-faint">Rendered {momentText(video.renderedAt)}</span>
        )}
        <span className="text-[13px] text-faint">Link expires {momentText(review.expiresAt)}</span>
        <span className="text-[13px] text-faint">The owner sees that you are here</span>
        {others.length > 0 && (
          <span className="min-w-0 truncate text-[13px] text-soft" dir="auto">
            Also here: {others.join(', ')}
          </span>
        )}
      </header>
      <main className="flex grow flex-col min-[900px]:min-h-0 min-[900px]:flex-row">
        <ReviewVideo
          draft={draft}
          onPick={pick}
          onPlace={draft?.isPlacing ? (point) => setDraft({ ...draft, point }) : undefined}
          onTime={setAtSec}
          pickedId={pickedId}
          sought={sought}
          threads={threads}
          video={video}
        />
        {mayComment && (
          <section
            aria-label="Comments"
            className="flex flex-col border-line bg-surface p-3 max-[900px]:border-t min-[900px]:h-[calc(100vh-3.1rem)] min-[900px]:w-96 min-[900px]:shrink-0 min-[900px]:overflow-y-auto min-[900px]:border-l"
          >
            <div className="mb-2 flex items-center gap-2">
              <h2 className="grow font-semibold">Comments</h2>
              <Check isOn={isOnlyOpen} onChange={setIsOnlyOpen}>
                Unresolved only
              </Check>
            </div>
            {draft === null ? (
              <Button
                className="mb-2"
                icon="message"
                onClick={() => {
                  setSought({ timeSec: atSec });
                  setDraft({ timeSec: atSec, endSec: null, point: null, isPlacing: false });
                }}
                tone="primary"
              >
                Add comment
              </Button>
            ) : (
              <CommentForm
                action="Send"
                label={`Comment at ${placeText(draft)}`}
                onCancel={() => setDraft(null)}
                onSend={async (text) => {
                  if (!guest.isGiven()) throw new Error('A name is needed.');
                  await add.mutateAsync({ text, place: draft });
                }}
              >
                {guest.field}
                <RangeButtons atSec={atSec} onChange={(span) => setDraft({ ...draft, ...span })} span={draft} />
                <Check
                  isOn={draft.isPlacing}
                  onChange={(isPlacing) => setDraft({ ...draft, isPlacing, point: isPlacing ? draft.point : null })}
                >
                  Pin to a place in the image: select it in the video
                </Check>
              </CommentForm>
            )}
            {draft === null && all.length > 0 && guest.field}
            {error && <p className="p-2 text-bad">{sentenceOf(error)}</p>}
            {threads.length === 0 && !error && (
              <p className="p-2 text-soft">
                {all.length === 0 ? 'No comments yet. Pause the video and add one.' : 'No unresolved comments.'}
              </p>
            )}
            <ThreadList
              onAnswer={async ({ id }, text) => {
                if (!guest.isGiven()) throw new Error('A name is needed.');
                await answer.mutateAsync({ text, id });
              }}
              onPick={pick}
              pickedId={pickedId}
              threads={threads}
            />
          </section>
        )}
      </main>
    </div>
  );
}

const STORED_NAME = 'framemill-review-name';

/** Returns the name that the guest gives, its field, and the function that checks it and shows what is missing. */
function useGuestName(recipient: string | null) {
  const [name, setName] = useState(() => storage.getItem(STORED_NAME) ?? recipient ?? '');
  const [isMissing, setIsMissing] = useState(false);
  return {
    name: name.trim(),
    isGiven() {
      setIsMissing(name.trim() === '');
      return name.trim() !== '';
    },
    field: (
      <TextField
        autoComplete="name"
        className="mb-2"
        label="Your name"
        maxLength={100}
        onChange={({ target }) => {
          setName(target.value);
          setIsMissing(false);
          storage.setItem(STORED_NAME, target.value);
        }}
        problem={isMissing ? 'Enter your name, which is shown with your comments.' : undefined}
        value={name}
      />
    ),
  };
}
