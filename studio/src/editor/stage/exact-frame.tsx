import { useEffect, useState } from 'react';
import { access } from '../../client/access.ts';
import { Spinner } from '../../ui/indicators.tsx';
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
  hasFailed: boolean;
  onLoad(): void;
  onError(): void;
}

/**
 * Returns the exact frame for the playhead. It is requested when the playhead rests and all edits are saved. It is
 * hidden during playback, drags and saving, and while an earlier revision is displayed.
 */
export function useExactFrame(): ExactFrame {
  const { address, isMoving } = useExactAddress();
  const [loaded, setLoaded] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const hasFailed = address !== null && failed === address;
  return {
    ...{ address, hasFailed, isShown: address !== null && loaded === address && !isMoving && !hasFailed },
    onLoad: () => setLoaded(address),
    onError: () => setFailed(address),
  };
}

/** Displays the exact frame (the frame as the service renders it). The image fills its container. */
export function ExactImage({ frame, mode }: { frame: ExactFrame; mode: ExactMode }) {
  const { address, isShown, hasFailed, onLoad, onError } = frame;
  if (address === null || hasFailed) return null;
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
export function ExactLabel({ frame: { isShown, hasFailed }, mode, unseen }: ExactLabelProps) {
  return (
    <p className="pointer-events-none absolute top-2 right-2 flex max-w-[90%] items-center gap-2 rounded-md bg-black/80 px-2 py-1 text-xs text-white">
      {!isShown && !hasFailed && <Spinner />}
      {hasFailed ? 'This frame could not be rendered' : labelOf(mode, unseen)}
    </p>
  );
}

function labelOf(mode: ExactMode, unseen: readonly string[]): string {
  if (mode === 'difference') return 'Difference from the exact frame (4×)';
  const [first] = unseen;
  if (mode !== 'auto' || first === undefined) return 'Exact frame';
  const more = unseen.length > 1 ? ` and ${unseen.length - 1} more` : '';
  return `Exact frame: the preview does not show ${first}${more}`;
}

/**
 * Returns the URL of the frame at the playhead, updated when the playhead rests and all edits are saved. `address` is
 * null before the first one.
 */
function useExactAddress(): { address: string | null; isMoving: boolean } {
  const projectId = useEditor((state) => state.projectId);
  const rev = useEditor((state) => state.sync.rev);
  const playheadSec = useEditor((state) => state.playheadSec);
  const isMoving = useEditor(
    ({ rate, dragged, sync, lookedAtRev }) =>
      rate !== 0 || dragged !== null || sync.pending.length > 0 || lookedAtRev !== null,
  );
  const document = useEditor((state) => state.sync.document);
  const values = previewValues(document, useValuesOf(projectId));
  const [last, setLast] = useState<{ wanted: string; address: string } | null>(null);
  const query = new URLSearchParams({ rev: String(rev), at: playheadSec.toFixed(3) });
  if (values) query.set('variables', JSON.stringify(values));
  const wanted = query.toString();
  useEffect(() => {
    if (isMoving) return;
    let isOver = false;
    const put = (address: string) => {
      if (!isOver) setLast({ wanted, address });
    };
    const timer = setTimeout(() => {
      // An address that cannot be loaded is shown as a failure.
      const loading = access().frameUrl(projectId, new URLSearchParams(wanted));
      loading.then(put, () => put('data:,'));
    }, REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [projectId, wanted, isMoving]);
  return { address: last?.address ?? null, isMoving: isMoving || last?.wanted !== wanted };
}
