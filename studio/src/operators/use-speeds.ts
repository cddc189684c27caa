import { useRef } from 'react';

interface Seen {
  atMs: number;
  frames: Map<string, number>;
  speeds: Map<string, number>;
}

/** Returns the frames per second of each node id, computed from its frame count in two successive polls. */
export function useSpeeds(
  nodes: readonly { id: string; framesDone: number }[],
  atMs: number,
): ReadonlyMap<string, number> {
  const last = useRef<Seen>({ atMs: 0, frames: new Map(), speeds: new Map() });
  const seen = last.current;
  if (atMs !== seen.atMs) {
    const seconds = (atMs - seen.atMs) / 1000;
    const speeds = nodes.map(({ id, framesDone }) => {
      const before = seen.frames.get(id);
      return [id, before === undefined ? 0 : Math.max(0, framesDone - before) / seconds] as const;
    });
    last.current = {
      atMs,
      frames: new Map(nodes.map(({ id, framesDone }) => [id, framesDone])),
      speeds: new Map(speeds),
    };
  }
  return last.current.speeds;
}
