import { defineTransition } from './define-transition.ts';
import { reveal } from './reveal.ts';

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
