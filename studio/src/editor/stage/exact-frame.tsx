import { useEffect, useState } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { useEditor } from '../model/use-editor.ts';
import { previewValues, useValuesOf } from '../variables/variable-values.ts';

/** When and how the frame of the service is seen. `auto`: by itself, where the preview lacks something and stands still. */
export type ExactMode = 'auto' | 'over' | 'side' | 'difference';

/** How long the playhead rests before the frame is asked for, in milliseconds. */
const REST_MS = 250;

/** The frame of the service for the present moment. */
export interface ExactFrame {
  /** Null: it is not asked for yet. */
  address: string | null;
  /** Whether it is here and fits the moment. */
  isShown: boolean;
  hasFailed: boolean;
  onLoad(): void;
  onError(): void;
}

/** Follows the playhead: the frame is asked for once it rests and all is saved, and hides while something moves. */
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

/** The picture of the frame; it fills what it stands in. */
export function ExactImage({ frame, mode }: { frame: ExactFrame; mode: ExactMode }) {
  const { address, isShown, hasFailed, onLoad, onError } = frame;
  if (address === null || hasFailed) return null;
  return (
    <img
      alt="The exact frame"
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
  /** What the preview does not show of this moment. */
  unseen: readonly string[];
}

/** What the picture is, and why it is seen. */
export function ExactLabel({ frame: { isShown, hasFailed }, mode, unseen }: ExactLabelProps) {
  return (
    <p className="pointer-events-none absolute top-2 right-2 flex max-w-[90%] items-center gap-2 rounded-md bg-black/80 px-2 py-1 text-xs text-white">
      {!isShown && !hasFailed && <Spinner />}
      {hasFailed ? 'The service has no frame of this moment' : labelOf(mode, unseen)}
    </p>
  );
}

function labelOf(mode: ExactMode, unseen: readonly string[]): string {
  if (mode === 'difference') return 'Difference from the exact frame, four times as strong';
  const [first] = unseen;
  if (mode !== 'auto' || first === undefined) return 'Exact frame';
  const more = unseen.length > 1 ? ` and ${unseen.length - 1} more` : '';
  return `Exact frame: the preview does not show ${first}${more}`;
}

/** Address of the frame of the present moment, once it rests and is saved; null before the first one. */
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
  const [address, setAddress] = useState<string | null>(null);
  const query = new URLSearchParams({ rev: String(rev), at: playheadSec.toFixed(3) });
  if (values) query.set('variables', JSON.stringify(values));
  const wanted = `/api/studio/projects/${projectId}/frame?${query}`;
  useEffect(() => {
    if (isMoving) return;
    const timer = setTimeout(() => setAddress(wanted), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, isMoving]);
  return { address, isMoving: isMoving || address !== wanted };
}
