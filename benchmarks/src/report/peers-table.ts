import type { PeerFigures } from '../suites/peers.ts';
import type { SideFigures } from '../suites/scene-figures.ts';
import type { Results } from './results.ts';

/** Returns the comparison of scene S5 with the same video in Remotion and HyperFrames, as lines of Markdown. */
export function peersTable({ peers }: Pick<Results, 'peers'>): string[] {
  if (!peers) return [];
  return [
    `## S5 beside other tools, ${peers.seconds} s of 1080p30`,
    '',
    'Whole commands, browser and bundler included; `benchmarks/peers/README.md` says how the films differ.',
    '',
    '| tool | wall | of T | CPU | of T | Framemill is | peak of a process | file |',
    '|---|---|---|---|---|---|---|---|',
    row('T', peers.t, peers),
    row('Framemill', peers.ours, peers),
    ...peers.peers.map(({ name, version, figures }) => row(`${name} ${version}`, figures, peers)),
    '',
  ];
}

function row(name: string, side: SideFigures, { t, ours }: PeerFigures): string {
  const cells = [
    name,
    `${side.medianWallSec.toFixed(1)} s`,
    (side.medianWallSec / t.medianWallSec).toFixed(2),
    `${side.medianCpuSec.toFixed(1)} s`,
    (side.medianCpuSec / t.medianCpuSec).toFixed(2),
    side === ours ? '-' : `${(side.medianWallSec / ours.medianWallSec).toFixed(2)} x as fast`,
    side.peakProcessBytes === null ? 'not measured' : `${Math.round(side.peakProcessBytes / 1e6)} MB`,
    `${(side.sizeBytes / 1e6).toFixed(1)} MB`,
  ];
  return `| ${cells.join(' | ')} |`;
}
