import type { Coverage } from '../../graph/graph-node.ts';

type Field = Exclude<Coverage, { kind: 'outline' | 'node' }>;

/**
 * Reference implementation of `coverLines`, `coverDisc` and `coverSlats`: computes the coverage (0-1) of the pixel
 * centred on (x, y).
 */
export function coverageAt(field: Field, x: number, y: number, box: { width: number; height: number }): number {
  switch (field.kind) {
    case 'half': {
      const angle = (field.angle * Math.PI) / 180;
      return soft((x - field.x) * Math.cos(angle) + (y - field.y) * Math.sin(angle), field.feather);
    }
    case 'disc': {
      const { radiusX, radiusY } = field;
      const [px, py] = [(x - field.x) / radiusX, (y - field.y) / radiusY];
      const way = Math.hypot(px, py);
      if (way < 1e-4) return soft(Math.min(radiusX, radiusY), field.feather);
      return soft((way * (1 - way)) / Math.hypot(px / radiusX, py / radiusY), field.feather);
    }
    case 'sweep': {
      if (field.share <= 0 || field.share >= 1) return Number(field.share >= 1);
      const turn = field.share * 2 * Math.PI;
      const right = x - field.x;
      const left = -(x - field.x) * Math.cos(turn) - (y - field.y) * Math.sin(turn);
      return soft(field.share > 0.5 ? Math.max(right, left) : Math.min(right, left), field.feather);
    }
    case 'slats': {
      const angle = ((field.angle + 90) * Math.PI) / 180;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const length = Math.abs(box.width * dx) + Math.abs(box.height * dy);
      const per = field.count / length;
      const t = ((x - box.width / 2) * dx + (y - box.height / 2) * dy + length / 2) * per;
      const open = (at: number) => Math.floor(at) * field.share + Math.min(field.share, at - Math.floor(at));
      return (open(t + per / 2) - open(t - per / 2)) / per;
    }
  }
}

function soft(distance: number, feather: number): number {
  const t = Math.min(1, Math.max(0, distance / Math.max(1, feather) + 0.5));
  return t * t * (3 - 2 * t);
}
