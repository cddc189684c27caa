import { useEffect, useState } from 'react';
import { access } from '../../client/access.ts';
import { sentenceOf } from '../../client/api-error.ts';
import { Spinner } from '../../ui/indicators.tsx';
import { unseenText } from '../../ui/labels.ts';
import { useEditor } from '../model/use-editor.ts';
import { previewValues, useValuesOf } from '../model/variable-values.ts';

/**
 * Display mode of the exact frame, which is the frame at the playhead as the service renders it. `over`: in place of
 * the preview; `side`: next to it; `difference`: the difference of the two. `auto`: in place of the preview while
 * playback is paused, but only at times where the preview cannot show every part of the project.
 */
export type ExactMode = 'auto' | 'over' | 'side' | 'difference';

/** Time that the playhead must rest before the exact frame is requested, in ms. */
const REST_MS = 250;

/** Frame at the current playhead time as the service renders it. */
export interface ExactFrame {
  /** URL of the frame; null before the first request. */
  address: string | null;
  /** Whether the frame is loaded and matches the playhead time and the document. */
  isShown: boolean;
  /** Reason why there is no frame; null: there is one, or it is loading. */
  problem: string | null;
  onLoad(): void;
  onError(): void;
}

/**
 * Returns the exact frame for the playhead. It is requested when `isWanted` is true, the playhead rests and all edits
 * are saved. It is hidden during playback, drags and saving, and while an earlier revision is displayed.
 */
export function useExactFrame(isWanted: boolean): ExactFrame {
  const { address, problem, isMoving } = useExactAddress(isWanted);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = address !== null && broken === address;
  return {
    ...{ address, isShown: address !== null && loaded === address && !isMoving && !isBroken },
    problem: isBroken ? 'This frame cannot be shown' : problem,
    onLoad: () => setLoaded(address),
    onError: () => setBroken(address),
  };
}

/** Displays the exact frame (the frame as the service renders it). The image fills its container. */
export function ExactImage({ frame, mode }: { frame: ExactFrame; mode: ExactMode }) {
  const { address, isShown, problem, onLoad, onError } = frame;
  if (address === null || problem !== null) return null;
  return (
    <img
      alt="Exact frame"
      className={`pointer-events-none absolute inset-0 size-full ${isShown ? '' : 'invisible'} ${mode === 'difference' ? 'mix-blend-difference' : ''}`}
      data-exact={isShown ? mode : 'none'}
      onError={onError}
      onLoad={onLoad}
      src={address}
    />
  );
}

interface ExactLabelProps {
  frame: ExactFrame;
  mode: ExactMode;
  /** Descriptions of the parts that the preview cannot show at this time. */
  unseen: readonly string[];
}

/** Label that explains what the exact frame is and why it is displayed. */
export function ExactLabel({ frame: { isShown, problem }, mode, unseen }: ExactLabelProps) {
  return (
    <p className="pointer-events-none absolute top-2 right-2 flex max-w-[90%] items-center gap-2 rounded-md bg-black/80 px-2 py-1 text-xs text-white">
      {!isShown && problem === null && <Spinner />}
      {problem ?? labelOf(mode, unseen)}
    </p>
  );
}

function labelOf(mode: ExactMode, unseen: readonly string[]): string {
  if (mode === 'difference') return 'Difference from the exact frame (4×)';
  const [first] = unseen;
  if (mode !== 'auto' || first === undefined) return 'Exact frame';
  const more = unseen.length > 1 ? ` and ${unseen.length - 1} more` : '';
  return `Exact frame: the preview does not show ${unseenText(first)}${more}`;
}

/** Frame that was loaded, or the reason why it was not. `wanted` is the query that it was requested with. */
interface LoadedFrame {
  wanted: string;
  address: string | null;
  problem: string | null;
}

/**
 * Returns the URL of the frame at the playhead, updated when the playhead rests and all edits are saved. `address` is
 * null before the first one.
 */
function useExactAddress(isWanted: boolean) {
  const projectId = useEditor((state) => state.projectId);
  const rev = useEditor((state) => state.sync.rev);
  const playheadSec = useEditor((state) => state.playheadSec);
  const isMoving = useEditor(
    ({ rate, dragged, sync, lookedAtRev, entered }) =>
      // The service draws frames of the project only.
      rate !== 0 || dragged !== null || sync.pending.length > 0 || lookedAtRev !== null || entered.length > 0,
  );
  const document = useEditor((state) => state.sync.document);
  const isEmpty = document.clips.length === 0;
  const values = previewValues(document, useValuesOf(projectId));
  const [last, setLast] = useState<LoadedFrame | null>(null);
  const query = new URLSearchParams({ rev: String(rev), at: playheadSec.toFixed(3) });
  if (values) query.set('variables', JSON.stringify(values));
  const wanted = query.toString();
  useEffect(() => {
    if (!isWanted || isMoving || isEmpty) return;
    const over = new AbortController();
    const put = (frame: Omit<LoadedFrame, 'wanted'>) => {
      if (!over.signal.aborted) setLast({ wanted, ...frame });
    };
    const timer = setTimeout(() => {
      access()
        .frameUrl(projectId, new URLSearchParams(wanted), over.signal)
        .then(
          (address) => put({ address, problem: null }),
          (error: unknown) => put({ address: null, problem: sentenceOf(error) }),
        );
    }, REST_MS);
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [projectId, wanted, isWanted, isMoving, isEmpty]);
  const isOld = isMoving || last?.wanted !== wanted;
  return {
    address: last?.address ?? null,
    problem: isEmpty ? 'The project has no clips' : isOld ? null : (last?.problem ?? null),
    isMoving: isOld,
  };
}
