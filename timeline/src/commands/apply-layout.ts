import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { id, oneOf, pixels } from '../document/scalars.ts';
import { checked } from '../edit/change-clip.ts';
import { layoutCells, PIP_MOST } from '../edit/layout-cells.ts';
import { placeInCell } from '../edit/place-in-cell.ts';
import { findVisualClip } from '../edit/visual-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { placingKeyframes } from '../edit/without-place.ts';
import { refuse } from '../errors/refuse.ts';
import { LAYOUTS } from '../vocabulary/index.ts';

export const applyLayout = defineCommand({
  op: 'applyLayout',
  description:
    'Shows clips at once: pip puts the first over the whole canvas and the others small in its corners (lower right first), split-h in columns, split-v in rows, grid in both. Each is scaled and cropped to fill its cell.',
  keywords: {
    'picture in picture': { layout: 'pip' },
    'reaction video': { layout: 'pip' },
    'webcam in the corner': { layout: 'pip' },
    'split screen': { layout: 'split-h' },
    'side by side': { layout: 'split-h' },
    'top and bottom': { layout: 'split-v' },
    grid: { layout: 'grid' },
    collage: { layout: 'grid' },
    'multi-screen': { layout: 'grid' },
  },
  params: {
    clipIds: Type.Array(id('A clip.'), {
      minItems: 2,
      maxItems: 64,
      description: `Clips in the order of the cells; pip shows ${PIP_MOST} at most.`,
    }),
    layout: oneOf(LAYOUTS, 'How to arrange them.'),
    gap: Type.Optional(
      pixels('Room between cells, 0 when absent; with pip to the edge, 4 % of the shorter side when absent.', 1_000),
    ),
  },
  returns: {},
  examples: [
    { title: 'Side by side', params: { clipIds: ['clip-1', 'clip-2'], layout: 'split-h', gap: 20 } },
    { title: 'One small in the corner', params: { clipIds: ['clip-1', 'clip-2'], layout: 'pip' } },
  ],
  run: (document, params, context) => {
    const clips = [...new Set(params.clipIds)].map((clipId) => findVisualClip(document, clipId).clip);
    if (clips.length < params.clipIds.length) throw refuse('clipIds contains a clip twice. List each clip once.');
    if (params.layout === 'pip' && clips.length > PIP_MOST) {
      throw refuse(`The layout pip shows at most ${PIP_MOST} clips (got ${clips.length}). Use grid or fewer clips.`);
    }
    const cells = layoutCells(params.layout, clips.length, document.settings, params.gap);
    if (cells.some(({ width, height }) => width < 1 || height < 1)) {
      throw refuse(`gap ${params.gap} leaves no space for ${clips.length} clips on the canvas. Use a smaller gap.`);
    }
    const placed = new Map<string, Clip>();
    for (const [place, clip] of clips.entries()) {
      const cell = cells[place];
      if (cell) placed.set(clip.id, checked(placeInCell(clip, cell, document.settings, context.media)));
    }
    const fixes = clips.flatMap(placingKeyframes);
    if (params.layout === 'pip') fixes.push(...hiddenBehind(document, clips));
    return {
      document: { ...document, clips: document.clips.map((clip) => placed.get(clip.id) ?? clip) },
      data: withFixes({}, fixes),
    };
  },
});

/** Returns a warning for each small clip on a layer below the large one, which hides it while both play. */
function hiddenBehind(document: Document, [large, ...small]: readonly Clip[]): string[] {
  const layer = (clip: Clip) => document.tracks.findIndex(({ id }) => id === clip.trackIndex);
  return small
    .filter((clip) => large && layer(clip) < layer(large))
    .map(
      (clip) => `Clip "${clip.id}" lies on a layer below "${large?.id}", which hides it. Use moveTrack or moveClip.`,
    );
}
