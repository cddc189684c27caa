import { geometricMean } from '../measure/statistics.ts';
import { type BytesFigures, bytesLevels } from '../suites/bytes.ts';
import type { EngineFigures } from '../suites/graphics-card.ts';
import type { PeerFigures } from '../suites/peers.ts';
import type { SideFigures } from '../suites/scene-figures.ts';
import type { Results } from './results.ts';

/**
 * Returns the comparison of Framemill's file sizes with those of ffmpeg as lines of Markdown; an empty list when the
 * sizes were not measured. `name` is the base name of the image file.
 */
export function bytesTable({ bytes }: Pick<Results, 'bytes'>, name: string): string[] {
  if (!bytes) return [];
  const contents = Map.groupBy(bytes, ({ content }) => content);
  const of = (rows: readonly BytesFigures[], level: string) => rows.filter((row) => row.level === level);
  const mean = (rows: readonly BytesFigures[]) => geometricMean(rows.map(({ ratio }) => ratio));
  const rows = [...contents.values()].map((mine) =>
    bytesRow(
      `${mine[0]?.content}: ${mine[0]?.about}`,
      bytesLevels.map((level) => mean(of(mine, level))),
      of(mine, 'standard')[0],
    ),
  );
  const all = bytesLevels.map((level) => mean(of(bytes, level)));
  return [
    '## Bytes for the same similarity',
    '',
    `![Bytes beyond one pass of ffmpeg, by content](${name}-contents.png)`,
    '',
    'Bytes of our file beyond those of one pass of ffmpeg with the same encoder and preset (x264, key frames at scene',
    'cuts and at least every 250 frames) for the same SSIM, by quality. The columns "fast" and "small" are standard with',
    'these compressions; small is compared with the preset medium. SSIM and size are those of our file in standard.',
    'Command: `npm run bench -- --only bytes --seconds 30`. The result does not depend on the speed of the machine.',
    '',
    `| content | ${bytesLevels.join(' | ')} | size | SSIM |`,
    `|---|${bytesLevels.map(() => '---|').join('')}---|---|`,
    ...rows,
    bytesRow('geometric mean', all),
    '',
    ...costRows(bytes),
  ];
}

/** Returns the table of what each level costs, relative to `standard`, as lines of Markdown. */
function costRows(bytes: readonly BytesFigures[]): string[] {
  const standard = new Map(
    bytes.filter(({ level }) => level === 'standard').map(({ content, ours }) => [content, ours]),
  );
  const rows = bytesLevels.map((level) => {
    const pairs = bytes.flatMap(({ content, level: other, ours }) => {
      const base = standard.get(content);
      return other === level && base ? [{ ours, base }] : [];
    });
    const sizes = pairs.map(({ ours, base }) => ours.bytes / base.bytes);
    const noises = pairs.map(({ ours, base }) => Math.max(1e-6, 1 - ours.ssim) / Math.max(1e-6, 1 - base.ssim));
    return [
      level,
      geometricMean(sizes).toFixed(2),
      `${Math.min(...sizes).toFixed(2)} to ${Math.max(...sizes).toFixed(2)}`,
      `${(-10 * Math.log10(geometricMean(noises))).toFixed(1)} dB`,
      geometricMean(pairs.map(({ ours, base }) => ours.cpuSec / base.cpuSec)).toFixed(2),
    ].join(' | ');
  });
  return [
    'What each level costs relative to standard, as the geometric mean of the contents. A positive difference of SSIM (in',
    'dB) means a better picture. The processor time is that of the whole render.',
    '',
    '| level | bytes | of the contents | SSIM | processor time |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
  ];
}

function bytesRow(name: string, ratios: readonly number[], standard?: BytesFigures): string {
  const more = ratios.map((ratio) => `${ratio < 1 ? '' : '+'}${((ratio - 1) * 100).toFixed(1)} %`);
  const file = standard ? [`${(standard.ours.bytes / 1e6).toFixed(2)} MB`, standard.ours.ssim.toFixed(4)] : ['', ''];
  return `| ${[name, ...more, ...file].join(' | ')} |`;
}

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
    peerRow('T', peers.t, peers),
    peerRow('Framemill', peers.ours, peers),
    ...peers.peers.map(({ name, version, figures }) => peerRow(`${name} ${version}`, figures, peers)),
    '',
  ];
}

function peerRow(name: string, side: SideFigures, { t, ours }: PeerFigures): string {
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

/**
 * Returns the comparison of the GPU with the processor as lines of Markdown; an empty list when the benchmark was not
 * run.
 */
export function graphicsCardTable({ graphicsCard }: Pick<Results, 'graphicsCard'>): string[] {
  if (!graphicsCard) return [];
  const { card, problem, frames, scenes } = graphicsCard;
  const looks = card?.looks.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`).join(', ') ?? '';
  const made = card?.adapter.isSoftware ? ', computed by the processor: these are no figures of a card' : '';
  const about = card
    ? [
        `${card.adapter.vendor} ${card.adapter.name} (${card.adapter.driver})${made}.`,
        `Reference looks of ${card.size.width}x${card.size.height}: ${looks}.`,
      ]
    : [`${problem} The columns of the card are not measured.`];
  return [
    '## Graphics card beside the processor',
    '',
    ...about,
    `One process, one slot, ${frames} frames a scene in four segments, milliseconds a frame. On a card up to ` +
      'three segments are in flight: their stages lie side by side. Busy: part of the time in which the card ' +
      'computed, by its own clock; x a thread: what the processor draws in, over that.',
    '',
    '| scene | drawn by | frames/s | decode | upload | composite | read-back | encode | busy | card MB | x a thread |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...scenes.flatMap(({ scene, cpu, gpu }) => [
      cardRow(scene, 'processor', cells(cpu)),
      cardRow(scene, 'card', gpu ? [...cells(gpu), timesThread(cpu, gpu)] : ['not measured']),
    ]),
    '',
  ];
}

function cardRow(scene: string, drawnBy: string, values: readonly string[]): string {
  const filled = [...values, ...Array.from({ length: columns - values.length }, () => '-')];
  return `| ${[scene, drawnBy, ...filled].join(' | ')} |`;
}

const columns = 9;

// The GPU's computing time for a frame replaces the compositing time of one processor thread.
function timesThread(cpu: EngineFigures, { framesPerSec, busyShare }: EngineFigures): string {
  if (busyShare === null) return '-';
  return (cpu.stagesMs.composite / ((1_000 * busyShare) / framesPerSec)).toFixed(1);
}

function cells({ framesPerSec, stagesMs, busyShare, cardMegabytes }: EngineFigures): string[] {
  const { decode, upload, composite, readBack, encode } = stagesMs;
  return [
    framesPerSec.toFixed(1),
    ...[decode, upload, composite, readBack, encode].map((ms) => ms.toFixed(2)),
    busyShare === null ? '-' : `${Math.round(100 * busyShare)} %`,
    cardMegabytes === null ? '-' : cardMegabytes.toFixed(0),
  ];
}
