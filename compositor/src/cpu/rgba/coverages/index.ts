import type { Rect } from '../../../graph/box.ts';
import type { Coverage } from '../../../graph/graph-node.ts';
import type { DrawScope } from '../draw-scope.ts';
import { createRgba, type RgbaSurface } from '../rgba-surface.ts';
import { fillDisc } from './disc.ts';
import type { DrawnCoverage } from './drawn-coverage.ts';
import { fillHalf } from './half.ts';
import { drawNodeCoverage } from './node.ts';
import { drawOutline } from './outline.ts';
import { fillSlats } from './slats.ts';
import { fillSweep } from './sweep.ts';

/** Draws `area` of a coverage. `image` is the drawn input of a coverage of kind `node`; null for other kinds. */
export function drawCoverage(by: Coverage, area: Rect, image: RgbaSurface | null, scope: DrawScope): DrawnCoverage {
  if (by.kind === 'outline') return drawOutline(by, area, scope);
  if (by.kind === 'node') return { surface: drawNodeCoverage(by, area, image, scope), kept: false };
  const surface = createRgba(scope.kernels.heap, area);
  switch (by.kind) {
    case 'half':
      fillHalf(by, surface, scope);
      break;
    case 'disc':
      fillDisc(by, surface, scope);
      break;
    case 'sweep':
      fillSweep(by, surface, scope);
      break;
    case 'slats':
      fillSlats(by, surface, scope);
      break;
  }
  return { surface, kept: false };
}
