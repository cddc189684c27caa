import type { Settings } from '../document/settings.ts';
import type { TextStyle } from '../document/text-style.ts';

/** Returns the default style and position of captions: white with an outline, low on the canvas. */
export function captionLook({ width, height }: Settings): { y: number; style: Omit<TextStyle, 'content'> } {
  const fontSize = Math.max(12, Math.round(Math.min(width, height) * 0.055));
  return {
    // A block of two lines around this position stays within the title-safe 90 %.
    y: Math.round(height * 0.36),
    style: {
      fontSize,
      fontWeight: 700,
      color: '#ffffff',
      strokeColor: '#000000',
      strokeWidth: Math.max(1, Math.round(fontSize * 0.07)),
      width: Math.round(width * 0.86),
      align: 'center',
    },
  };
}
