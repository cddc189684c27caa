import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { type ItemValues, itemValues, specimenValues } from './item-values.ts';
import { type FramePixels, frameReader, frameSize, withoutAlpha } from './read-frame.ts';

/**
 * Draws a frame with the layout of the batch's video. Any font can be used; the positions of the letters are those of
 * the video.
 */
function drawn({ name, image, colour }: ItemValues): FramePixels {
  const canvas = createCanvas(frameSize.width, frameSize.height);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, frameSize.width, frameSize.height);
  context.fillStyle = `hsl(${image * 36} 70% 55%)`;
  context.fillRect(140, 170, 200, 200);
  context.fillStyle = '#ffffff';
  context.font = '60px monospace';
  for (const [place, letter] of [...name].entries()) context.fillText(letter, 448 + 36 * place, 325);
  const { data } = context.getImageData(0, 0, frameSize.width, frameSize.height);
  return withoutAlpha(data);
}

test('a frame is read: name, number, image and colour, and another colour is told', () => {
  const read = frameReader(specimenValues().map((values) => ({ values, pixels: drawn(values) })));
  for (const index of [3, 407, 9_998]) {
    const { name, image, colour } = itemValues(index);
    const reading = read(drawn({ name, image, colour }), colour);
    expect(reading).toMatchObject({ name, image });
    expect(reading.colourOff).toBeLessThan(1);
    expect(reading.doubt).toBeLessThan(0.1);
    expect(read(drawn({ name, image, colour: '#101010' }), colour).colourOff).toBeGreaterThan(20);
  }
});
