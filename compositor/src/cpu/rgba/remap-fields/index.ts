import type { Rect } from '../../../graph/box.ts';
import type { RemapField } from '../../../graph/remap-field.ts';
import type { Scene } from '../picture-node.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import type { FieldRows } from './field-rows.ts';
import { kaleidoscopeRows } from './kaleidoscope.ts';
import { lensRows } from './lens.ts';
import { mirrorRows } from './mirror.ts';
import { pixelateRows } from './pixelate.ts';
import { waveRows } from './wave.ts';

/** A field that bends: its pixels come from places of their own. */
type BentField = Exclude<RemapField, { kind: 'blocks' }>;

/** The rows of `area` under a field, as positions in `source`. */
export function fieldRows(field: BentField, area: Rect, source: RgbaSurface, scene: Scene): FieldRows {
  switch (field.kind) {
    case 'wave':
      return waveRows(field, area, source, scene);
    case 'lens':
      return lensRows(field, area, source, scene);
    case 'mirror':
      return mirrorRows(field, area, source, scene);
    case 'kaleidoscope':
      return kaleidoscopeRows(field, area, source, scene);
    case 'pixelate':
      return pixelateRows(field, area, source, scene);
  }
}

/** Whether a field leaves every pixel where it is. */
export function isStillField(field: RemapField): boolean {
  switch (field.kind) {
    case 'wave':
      return field.amplitude === 0;
    case 'lens':
      return field.amount === 0 && (field.zoom ?? 1) === 1;
    case 'pixelate':
      return field.size <= 1;
    case 'blocks':
      return field.blocks.every(({ dx, dy }) => dx === 0 && dy === 0);
    default:
      return false;
  }
}
