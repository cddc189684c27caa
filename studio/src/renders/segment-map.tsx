import type { RenderMap } from './render-queries.ts';

type State = RenderMap['segments'][number]['state'];

const looks: Record<State, { fill: string; label: string }> = {
  reused: { fill: 'fill-violet', label: 'reused' },
  done: { fill: 'fill-good', label: 'rendered' },
  running: { fill: 'fill-info', label: 'rendering' },
  waiting: { fill: 'fill-line-strong', label: 'queued' },
};

/** Height of the map in units of its view box, whose width is 1,000. */
const HEIGHT = 28;

/**
 * Map of a render's segments: one block for each, as wide as the segment is long and coloured by state. A block's
 * tooltip names the node that renders it.
 */
export function SegmentMap({ segments }: Pick<RenderMap, 'segments'>) {
  const total = segments.at(-1)?.endFrame ?? 0;
  if (total === 0) return <p className="text-soft">No segments yet.</p>;
  const counts = Map.groupBy(segments, ({ state }) => state);
  const x = (frame: number) => (frame / total) * 1000;
  return (
    <figure>
      <svg
        aria-label="Segments by status"
        className="block h-7 w-full overflow-hidden rounded-lg bg-sunken"
        preserveAspectRatio="none"
        role="img"
        viewBox={`0 0 1000 ${HEIGHT}`}
      >
        {segments.map(({ index, startFrame, endFrame, state, nodeId }) => (
          <rect
            className={`${looks[state].fill} ${state === 'running' ? 'animate-pulse' : ''}`}
            height={HEIGHT}
            key={index}
            width={Math.max(0.6, x(endFrame - startFrame) - 1.5)}
            x={x(startFrame)}
          >
            <title>
              {`Segment ${index + 1}, frames ${startFrame}-${endFrame - 1}: ${looks[state].label}${nodeId && state !== 'reused' ? ` on ${nodeId}` : ''}`}
            </title>
          </rect>
        ))}
      </svg>
      <figcaption className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1 text-[13px] text-soft">
        {(Object.keys(looks) as State[]).map((state) => (
          <span className="flex items-center gap-1.5" key={state}>
            <svg aria-hidden="true" className={looks[state].fill} height="10" width="10">
              <rect height="10" rx="3" width="10" />
            </svg>
            {counts.get(state)?.length ?? 0} {looks[state].label}
          </span>
        ))}
        <NodeShares segments={segments} />
      </figcaption>
    </figure>
  );
}

function NodeShares({ segments }: Pick<RenderMap, 'segments'>) {
  const byNode = Map.groupBy(
    segments.filter(({ state, nodeId }) => state !== 'reused' && nodeId !== null),
    ({ nodeId }) => nodeId,
  );
  if (byNode.size === 0) return null;
  const shares = [...byNode].map(([node, own]) => `${node}: ${own.length}`);
  return <span className="ml-auto">{shares.slice(0, 4).join(', ')}</span>;
}
