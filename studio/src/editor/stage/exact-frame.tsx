import { useEffect, useState } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { useEditor } from '../model/use-editor.ts';

/** How long the playhead rests before the frame is asked for, in milliseconds. */
const REST_MS = 250;

/** The frame at the playhead as the service draws it, over the preview. */
export function ExactFrame() {
  const projectId = useEditor((state) => state.projectId);
  const rev = useEditor((state) => state.sync.rev);
  const playheadSec = useEditor((state) => state.playheadSec);
  const isPlaying = useEditor((state) => state.rate !== 0);
  const isPending = useEditor((state) => state.sync.pending.length > 0);
  const [address, setAddress] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    if (isPlaying || isPending) return;
    const timer = setTimeout(() => {
      setProblem(false);
      setAddress(`/api/studio/projects/${projectId}/frame?rev=${rev}&at=${playheadSec.toFixed(3)}`);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [projectId, rev, playheadSec, isPlaying, isPending]);
  if (isPlaying) return null;
  return (
    <div className="pointer-events-none absolute inset-0">
      {address && !problem && (
        <img
          alt="The exact frame"
          className="size-full"
          onError={() => setProblem(true)}
          onLoad={() => setLoaded(address)}
          src={address}
        />
      )}
      <span className="absolute top-2 right-2 flex items-center gap-2 rounded-md bg-black/70 px-2 py-1 text-xs text-white">
        {!problem && loaded !== address && <Spinner />}
        {problem ? 'The service has no frame of this moment' : 'Exact frame'}
      </span>
    </div>
  );
}
