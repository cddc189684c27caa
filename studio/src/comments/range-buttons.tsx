import { Button } from '../ui/button.tsx';
import type { Place } from './threads.ts';

type Span = Pick<Place, 'timeSec' | 'endSec'>;

interface RangeButtonsProps {
  /** Moment or range of the comment. */
  span: Span;
  /** Time that the image shows, in seconds. */
  atSec: number;
  onChange(span: Span): void;
}

/** Buttons that set the start and the end of a comment to the time that the image shows. */
export function RangeButtons({ span: { timeSec, endSec }, atSec, onChange }: RangeButtonsProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Time of the comment</legend>
      <Button
        disabled={endSec !== null && atSec >= endSec}
        onClick={() => onChange({ timeSec: atSec, endSec })}
        size="small"
      >
        Start at playhead
      </Button>
      <Button disabled={atSec <= timeSec} onClick={() => onChange({ timeSec, endSec: atSec })} size="small">
        End at playhead
      </Button>
      {endSec !== null && (
        <Button onClick={() => onChange({ timeSec, endSec: null })} size="small" tone="quiet">
          Remove end
        </Button>
      )}
    </fieldset>
  );
}
