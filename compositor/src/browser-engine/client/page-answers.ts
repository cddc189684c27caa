import type { Size } from '../../graph/placement.ts';
import type { EngineAnswer, EngineQuestion } from '../worker/messages.ts';

/**
 * Returns the address from which the worker may load a file: an absolute or root-relative URL. `path` is a name from
 * the media table. `isExpired`: the server no longer accepts the address from before. Null: there is no such file.
 */
export type AddressOf = (path: string, isExpired: boolean) => string | null | Promise<string | null>;

/** Answers a question of a worker. Without an answer, the worker reports an error that names the file. */
export async function answerTo(
  question: EngineQuestion & { readonly id: number },
  addressOf: AddressOf,
): Promise<EngineAnswer> {
  const { id } = question;
  if (question.type === 'address') {
    const address = await absoluteAddress(addressOf, question.path, question.isExpired).catch(() => null);
    return { id, type: 'address', address };
  }
  return { id, type: 'drawing', rgba: await drawSvg(question.svg, question).catch(() => null) };
}

async function absoluteAddress(addressOf: AddressOf, path: string, isExpired: boolean): Promise<string | null> {
  const address = await addressOf(path, isExpired);
  return address === null ? null : new URL(address, location.href).href;
}

/** Draws an SVG image at a size. Returns RGBA, straight alpha. Scripts of the image do not run. */
async function drawSvg(svg: Blob, { width, height }: Size): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error(`The browser cannot create a canvas of ${width}x${height}. Close other tabs.`);
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  } finally {
    URL.revokeObjectURL(url);
  }
}
