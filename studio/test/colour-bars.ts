/** Colours of 75 % bars from left to right, the last of which is black. */
const BARS = ['#bfbfbf', '#bfbf00', '#00bfbf', '#00bf00', '#bf00bf', '#bf0000', '#0000bf', '#000000'];

/**
 * Returns the commands that fill a canvas of 1280 by 720 pixels with 75 % colour bars for a time in seconds. The clips
 * are named after their colours, such as `#bf0000` for red.
 */
export function colourBars(duration: number): object[] {
  return [
    { op: 'setProjectSettings', width: 1280, height: 720 },
    ...BARS.flatMap((fill, index) => {
      // The command before the first bar is one, each bar has three.
      const clipId = `$${1 + 3 * index}.clipId`;
      return [
        { op: 'addShapeClip', kind: 'rectangle', start: 0, duration, style: { fill, width: 160, height: 720 } },
        { op: 'updateClip', clipId, patch: { name: fill } },
        { op: 'setTransform', clipId, x: -560 + 160 * index, y: 0 },
      ];
    }),
  ];
}
