import { parseColor } from '../document/parse-color.ts';

/** Marker colours that OpenTimelineIO defines by name. */
const NAMED: Record<string, string> = {
  PINK: '#ffc0cb',
  RED: '#ff0000',
  ORANGE: '#ffa500',
  YELLOW: '#ffff00',
  GREEN: '#00ff00',
  CYAN: '#00ffff',
  BLUE: '#0000ff',
  PURPLE: '#800080',
  MAGENTA: '#ff00ff',
  BLACK: '#000000',
  WHITE: '#ffffff',
};

/**
 * Returns the name of the marker colour nearest to a CSS colour; GREEN, the default of OpenTimelineIO, when `css` is
 * undefined.
 */
export function markerColorName(css: string | undefined): string {
  if (css === undefined) return 'GREEN';
  const wanted = parseColor(css);
  const distance = (named: string) => {
    const { r, g, b } = parseColor(named);
    return (r - wanted.r) ** 2 + (g - wanted.g) ** 2 + (b - wanted.b) ** 2;
  };
  const ranked = Object.entries(NAMED).sort(([, a], [, b]) => distance(a) - distance(b));
  return ranked[0]?.[0] ?? 'GREEN';
}

/** Returns the CSS colour of a marker colour name; undefined for an unknown name. */
export function markerColorOf(name: unknown): string | undefined {
  return typeof name === 'string' ? NAMED[name.toUpperCase()] : undefined;
}
