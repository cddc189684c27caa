import { added, colourOf, tinted, transparent } from '../graph/combine.ts';
import type { Coverage, GraphNode } from '../graph/graph-node.ts';
import { defineTransition, sidesOf, travel } from './define-transition.ts';

export const wipe = defineTransition({
  type: 'wipe',
  description: 'A hard edge that travels in the direction (to the right when absent) uncovers the incoming picture.',
  graph(from, to, progress, transition, { width, height }) {
    const { x, y, angle } = travel(transition, 'right');
    // The edge starts on the side from which it moves away; the area behind it is revealed.
    const along = (direction: number, length: number) =>
      direction === 0 ? length / 2 : direction > 0 ? progress * length : (1 - progress) * length;
    const edge = { x: along(x, width), y: along(y, height) };
    return reveal(from, to, { kind: 'half', ...edge, angle: (angle + 180) % 360, feather: 0 });
  },
});

const featherShare = 0.08;

export const circle = defineTransition({
  type: 'circle',
  description: 'A soft-edged circle that grows from the middle uncovers the incoming picture.',
  graph(from, to, progress, _transition, { width, height }) {
    const feather = featherShare * Math.min(width, height);
    // Grows from a radius whose whole edge is inside the centre to one whose edge is outside the corners.
    const radius = progress * (Math.hypot(width, height) / 2 + feather) - feather / 2;
    if (radius <= -feather / 2) return from;
    const disc = { kind: 'disc', x: width / 2, y: height / 2, feather } as const;
    return reveal(from, to, { ...disc, radiusX: radius, radiusY: radius });
  },
});

/**
 * Iris: a circle that closes on the outgoing clip and opens on the incoming clip. The colour outside the circle covers
 * only the area of the clip. A clip without a neighbour opens from transparency or closes to it.
 */
export const iris = defineTransition({
  type: 'iris',
  description: 'An iris closes to a colour (black when absent), then opens on the incoming picture.',
  graph(from, to, progress, transition, { width, height }) {
    const t = Math.min(1, Math.max(0, progress));
    const open = (share: number): Coverage => {
      const radius = (share * Math.hypot(width, height)) / 2;
      return { kind: 'disc', x: width / 2, y: height / 2, radiusX: radius, radiusY: radius, feather: 1 };
    };
    const sides = sidesOf(from, to);
    if (!sides.from) return reveal(from, to, open(t));
    if (!sides.to) return reveal(to, from, open(1 - t));
    const colour = colourOf(transition.color ?? '#000000');
    const shown = t < 0.5 ? from : to;
    return reveal(tinted(shown, colour, 1), shown, open(Math.abs(1 - 2 * t)));
  },
});

export const radial = defineTransition({
  type: 'radial',
  description: "A hand that turns clockwise from 12 o'clock uncovers the incoming picture.",
  graph(from, to, progress, _transition, { width, height }) {
    const share = Math.min(1, Math.max(0, progress));
    return reveal(from, to, { kind: 'sweep', x: width / 2, y: height / 2, share, feather: 0 });
  },
});

const count = 8;

export const blinds = defineTransition({
  type: 'blinds',
  description: 'Eight slats open in the direction (downwards when absent) on the incoming picture.',
  graph(from, to, progress, transition) {
    const share = Math.min(1, Math.max(0, progress));
    // Slats at 0 degrees open downwards, which is a direction of travel of 90 degrees.
    const angle = (travel(transition, 'down').angle + 270) % 360;
    return reveal(from, to, { kind: 'slats', count, share, angle });
  },
});

/** Combines `to` inside a coverage with `from` outside it. The result is exact even if one of them is transparent. */
function reveal(from: GraphNode, to: GraphNode, by: Coverage): GraphNode {
  const revealed: GraphNode = { kind: 'matte', of: to, by, invert: false, strength: 1 };
  const left: GraphNode = { kind: 'matte', of: from, by, invert: true, strength: 1 };
  if (from === transparent) return revealed;
  return to === transparent ? left : added(revealed, left);
}
