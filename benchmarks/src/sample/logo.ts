import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

/** Start and end colour of each of the logo's four triangles, clockwise from the upper right. */
const sails: readonly (readonly [string, string])[] = [
  ['#ffd27a', '#ff9e5e'],
  ['#ff8f6b', '#f2557a'],
  ['#c86bd6', '#7d6bf0'],
  ['#5fb4ff', '#53e0c0'],
];

/** Draws the logo, four play triangles arranged like the sails of a mill, as a PNG with alpha, `size` pixels square. */
export function drawLogo(size: number): Buffer {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  context.translate(size / 2, size / 2);
  context.scale(size / 200, size / 200);
  for (const [start, end] of sails) {
    drawSail(context, start, end);
    context.rotate(Math.PI / 2);
  }
  context.globalCompositeOperation = 'destination-out';
  context.beginPath();
  context.arc(0, 0, 15, 0, Math.PI * 2);
  context.fill();
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = '#ffffff';
  context.beginPath();
  context.arc(0, 0, 8, 0, Math.PI * 2);
  context.fill();
  return canvas.toBuffer('image/png');
}

function drawSail(context: SKRSContext2D, start: string, end: string): void {
  const paint = context.createLinearGradient(0, 0, 60, -80);
  paint.addColorStop(0, start);
  paint.addColorStop(1, end);
  context.fillStyle = paint;
  context.strokeStyle = paint;
  context.lineJoin = 'round';
  context.lineWidth = 12;
  context.beginPath();
  context.moveTo(5, -11);
  context.lineTo(5, -82);
  context.lineTo(62, -47);
  context.closePath();
  context.fill();
  context.stroke();
}

/** Wraps a PNG of `size` pixels square (up to 255) as the only image of an ICO file. */
export function encodeIcon(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  // Type: icon; one image.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  // One colour plane, 32 bits a pixel; size and offset of the image.
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
