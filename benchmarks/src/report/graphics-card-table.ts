import type { EngineFigures } from '../suites/graphics-card.ts';
import type { Results } from './results.ts';

/** The graphics card beside the processor, as lines of Markdown; none when it was not measured. */
export function graphicsCardTable({ graphicsCard }: Pick<Results, 'graphicsCard'>): string[] {
  if (!graphicsCard) return [];
  const { card, problem, frames, scenes } = graphicsCard;
  const looks = card?.looks.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`).join(', ') ?? '';
  const about = card
    ? [
        `${card.adapter.vendor} ${card.adapter.name} (${card.adapter.driver})${card.adapter.isSoftware ? ', computed by the processor: these are no figures of a card' : ''}.`,
        `Reference looks of ${card.size.width}x${card.size.height}: ${looks}.`,
      ]
    : [`${problem} The columns of the card are not measured.`];
  return [
    '## Graphics card beside the processor',
    '',
    ...about,
    `One process, one slot, ${frames} frames a scene; composite is decoding, upload, drawing and the way back, milliseconds a frame.`,
    '',
    '| scene | cpu frames/s | composite | encode | gpu frames/s | composite | encode | composite, cpu of gpu |',
    '|---|---|---|---|---|---|---|---|',
    ...scenes.map(({ scene, cpu, gpu }) => {
      const ratio = gpu ? (cpu.compositeMs / gpu.compositeMs).toFixed(2) : '-';
      return `| ${[scene, ...cells(cpu), ...(gpu ? cells(gpu) : ['not measured', '-', '-']), ratio].join(' | ')} |`;
    }),
    '',
  ];
}

function cells({ framesPerSec, compositeMs, encodeMs }: EngineFigures): string[] {
  return [framesPerSec.toFixed(1), compositeMs.toFixed(2), encodeMs.toFixed(2)];
}
