import type { Rect } from '../../../graph/box.ts';
import type { DisplacementMap } from '../../../graph/displacement-map.ts';
import type { DrawScope } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import type { FieldRows } from './field-rows.ts';
import { kaleidoscopeRows } from './kaleidoscope.ts';
import { lensRows } from './lens.ts';
import { mirrorRows } from './mirror.ts';
import { pixelateRows } from './pixelate.ts';
import { waveRows } from './wave.ts';

/** Displacement map with a source position for each pixel. */
type BentField = Exclude<DisplacementMap, { kind: 'blocks' }>;

/** Returns the rows of `area` under a displacement map, as positions in `source`. */
export function fieldRows(field: BentField, area: Rect, source: RgbaSurface, scope: DrawScope): FieldRows {
  switch (field.kind) {
    case 'wave':
      return waveRows(field, area, source, scope);
    case 'lens':
      return lensRows(field, area, source, scope);
    case 'mirror':
      return mirrorRows(field, area, source, scope);
    case 'kaleidoscope':
      return kaleidoscopeRows(field, area, source, scope);
    case 'pixelate':
      return pixelateRows(field, area, source, scope);
  }
}
