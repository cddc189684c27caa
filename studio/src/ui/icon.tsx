import { type IconName, icons } from './icons.ts';

/**
 * Icon in the colour of the surrounding text, `size` pixels square. It is hidden from screen readers: label the element
 * that contains it.
 */
export function Icon({ name, size = 16, className = '' }: { name: IconName; size?: number; className?: string }) {
  const drawn: string = icons[name];
  const isFilled = drawn.startsWith('fill:');
  return (
    <svg
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill={isFilled ? 'currentColor' : 'none'}
      height={size}
      stroke={isFilled ? 'none' : 'currentColor'}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.5"
      viewBox="0 0 16 16"
      width={size}
    >
      <path d={isFilled ? drawn.slice(5) : drawn} />
    </svg>
  );
}

/** Rotation in degrees and colour of the logo's four triangles, which resemble the sails of a mill. */
const sails = [
  { angle: 0, color: '#ffb765' },
  { angle: 90, color: '#f2557a' },
  { angle: 180, color: '#9a6be3' },
  { angle: 270, color: '#58c9d0' },
];

/** Logo of Framemill, `size` pixels square. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg aria-hidden="true" height={size} viewBox="-92 -92 184 184" width={size}>
      {sails.map(({ angle, color }) => (
        <path d="M5-11V-82L62-47Z" fill={color} key={angle} transform={`rotate(${angle})`} />
      ))}
    </svg>
  );
}
