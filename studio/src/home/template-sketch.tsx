import type { Template } from './templates.ts';

/** What a template looks like, in a few strokes: its format, its background, where its texts stand. */
export function TemplateSketch({ template: { aspect, colors, lines } }: { template: Template }) {
  const [width, height] = aspect;
  const scale = Math.min(112 / width, 68 / height);
  const [across, down] = [width * scale, height * scale];
  const [background, accent] = colors;
  return (
    <svg aria-hidden="true" height={down} viewBox={`0 0 ${across} ${down}`} width={across}>
      <rect fill={background} height={down} rx="4" width={across} />
      {lines.map(({ x, y, w, strong }) => (
        <rect
          fill={strong ? accent : '#ffffff'}
          height={strong ? 6 : 3}
          key={`${x} ${y}`}
          opacity={strong ? 1 : 0.75}
          rx="1.5"
          width={w * across}
          x={x * across}
          y={y * down}
        />
      ))}
    </svg>
  );
}
