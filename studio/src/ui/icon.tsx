import { type IconName, icons } from './icons.ts';

/** An icon in the colour of the text around it, `size` pixels square. It says nothing to screen readers: name what holds it. */
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
