import type { Coverage, GraphNodeOf } from '../../graph/graph-node.ts';
import { rotation } from '../../graph/matrix.ts';
import { edgeWidth } from '../../graph/soft-edge.ts';
import { imageCover, outlineCover } from '../drawn-coverage.ts';
import type { Emitter } from './emitter.ts';

/** Returns the expression of an image multiplied by a coverage. */
export function emitMatte({ by, invert, strength }: GraphNodeOf<'matte'>, emitter: Emitter): string {
  const { builder, value } = emitter;
  const weight = builder.entry(Math.min(1, Math.max(0, strength)));
  const cover = builder.keep('f32', coverage(by, emitter));
  const missing = invert ? cover : `(1.0 - ${cover})`;
  return `${value(0)} * (1.0 - ${weight}.x * ${missing})`;
}

function coverage(by: Coverage, emitter: Emitter): string {
  const { builder, box } = emitter;
  switch (by.kind) {
    case 'half': {
      const { a, b } = rotation(by.angle);
      return `coverHalf(p, ${builder.entry(by.x, by.y, a, b)}, ${builder.entry(edgeWidth(by.feather))}.x)`;
    }
    case 'disc': {
      const disc = builder.entry(by.x, by.y, by.radiusX, by.radiusY);
      return `coverDisc(p, ${disc}, ${builder.entry(edgeWidth(by.feather))}.x)`;
    }
    case 'sweep': {
      const { a, b } = rotation(by.share * 360 + 180);
      const sweep = builder.entry(by.x, by.y, by.share, edgeWidth(by.feather));
      return `coverSweep(p, ${sweep}, ${builder.entry(a, b)}.xy)`;
    }
    case 'slats': {
      const { a, b } = rotation(by.angle + 90);
      const length = Math.abs(box.width * a) + Math.abs(box.height * b);
      const per = Math.max(1, by.count) / length;
      const start = (length / 2 - (box.width / 2) * a - (box.height / 2) * b) * per;
      const slats = builder.entry(a * per, b * per, start, Math.min(1, Math.max(0, by.share)));
      return `coverSlats(p, ${slats}, ${builder.entry(per)}.x)`;
    }
    case 'outline':
      return `${builder.fetch(outlineCover(by, emitter))}.r`;
    case 'node':
      return imageCover(by, emitter);
  }
}
