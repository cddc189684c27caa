import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../client/api-error.ts';
import { amountText, countText, durationText } from '../ui/format.ts';
import { Spinner } from '../ui/indicators.tsx';
import { wordsOf } from '../ui/labels.ts';
import { quoteRender, type RenderBody } from './render-choice.ts';

type Quote = Awaited<ReturnType<typeof quoteRender>>;

/** Quote for a render, requested again when `body` changes. */
export function RenderQuote({ body }: { body: RenderBody }) {
  return <QuoteCard ask={() => quoteRender(body)} of={body} />;
}

/**
 * Quote for work: frames, reusable segments, expected time and remaining allowance. `of` identifies the work. When `of`
 * changes, `ask` is called again.
 */
export function QuoteCard({ of, ask }: { of: object; ask(): Promise<Quote> }) {
  const { data, error } = useQuery({
    queryKey: ['quote', of],
    queryFn: ask,
    // Projects change, and so does the load of the farm.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  return (
    <section aria-label="Estimate" className="mt-4 min-h-23 rounded-lg border border-line bg-sunken p-3 text-[13px]">
      {error && (
        <p className="text-bad" role="alert">
          {sentenceOf(error)}
        </p>
      )}
      {!data && !error && (
        <p className="flex items-center gap-2 text-soft">
          <Spinner /> Estimating
        </p>
      )}
      {data && !error && (
        <dl className="grid grid-cols-[7rem_1fr] gap-y-1">
          {linesOf(data).map(([term, text]) => (
            <div className="contents" key={term}>
              <dt className="text-soft">{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {data?.allowance.refusedBy && (
        <p className="mt-2 text-warn" role="alert">
          {data.allowance.refusedBy === 'exports'
            ? 'Your plan allows no more renders this month.'
            : 'Your plan allows no more renders at the same time. Wait for one to finish.'}
        </p>
      )}
    </section>
  );
}

function linesOf({ frames, segments, allowance, ...quote }: Quote): [term: string, text: string][] {
  const { exports } = allowance;
  const left = exports.limit === null ? 'unlimited' : `${countText(exports.limit - exports.used)} left`;
  return [
    ['Frames', `${countText(frames.toRender)} to render of ${countText(frames.total)}`],
    ['Segments', `${countText(segments.reused)} of ${countText(segments.total)} reused`],
    ['Time', expectedText(quote)],
    ['Renders', `${countText(exports.needed)} needed, ${left}`],
  ];
}

function expectedText({
  expectedSeconds,
  waitSeconds,
  measuredBy,
  pool,
  slots,
}: Pick<Quote, 'expectedSeconds' | 'waitSeconds' | 'measuredBy' | 'pool' | 'slots'>): string {
  const where = amountText(slots, `${wordsOf(pool)} slot`);
  if (expectedSeconds === null)
    return measuredBy === 'none' ? `not known yet, ${where}` : `no node can render this now, ${where}`;
  const about = expectedSeconds < 1 ? 'under a second' : `about ${durationText(expectedSeconds)}`;
  const wait = waitSeconds !== null && waitSeconds >= 1 ? `, ${durationText(waitSeconds)} in the queue` : '';
  return `${about}${wait}, ${where}`;
}
