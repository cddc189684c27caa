import type { Rect } from '../../../graph/box.ts';
import type { Coverage } from '../../../graph/picture.ts';
import type { Scene } from '../picture-node.ts';
import { createRgba, type RgbaSurface } from '../rgba-surface.ts';
import { fillDisc } from './disc.ts';
import type { DrawnCoverage } from './drawn-coverage.ts';
import { fillHalf } from './half.ts';
import { drawOutline } from './outline.ts';
import { drawPictureCoverage, pictureCoverageNeeds } from './picture.ts';
import { fillSlats } from './slats.ts';
import { fillSweep } from './sweep.ts';

/** Draws `area` of a coverage. `picture` is the drawn picture of a coverage that is made of one. */
export function drawCoverage(by: Coverage, area: Rect, picture: RgbaSurface | null, scene: Scene): DrawnCoverage {
  if (by.kind === 'outline') return drawOutline(by, area, scene);
  if (by.kind === 'picture') return { surface: drawPictureCoverage(by, area, picture, scene), kept: false };
  const surface = createRgba(scene.kernels.heap, area);
  switch (by.kind) {
    case 'half':
      fillHalf(by, surface, scene);
      break;
    case 'disc':
      fillDisc(by, surface, scene);
      break;
    case 'sweep':
      fillSweep(by, surface, scene);
      break;
    case 'slats':
      fillSlats(by, surface, scene);
      break;
  }
  return { surface, kept: false };
}

/** The part of its picture that `area` of a coverage is made of. */
export function coverageNeeds(by: Extract<Coverage, { kind: 'picture' }>, area: Rect): Rect {
  return pictureCoverageNeeds(by, area);
}
