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
