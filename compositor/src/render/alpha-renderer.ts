import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Document } from '@framemill/timeline/rendering';
import type { Frame } from 'node-av/lib';
import { openSegmentEncoder } from '../media/encode/segment-encoder.ts';
import type { SegmentInfo } from '../media/segment-info.ts';
import type { OutputProfile } from '../output-profile.ts';
import { createAlphaMixer } from './alpha-mixer.ts';

/** Source of rendered frames in order. */
export interface FrameMaker {
  /**
   * Renders output frames [startFrame, endFrame). Each frame is read-only and valid until the next one is requested.
   */
  frames(startFrame: number, endFrame: number): AsyncGenerator<Frame, void, undefined>;
}

/** Returns the document with a background of one colour. */
export function overBackground(document: Document, background: '#000000' | '#ffffff'): Document {
  return { ...document, settings: { ...document.settings, background } };
}

const framesPerTurn = 4;

/**
 * Renders output frames with alpha into a segment. Each frame is drawn once over black and once over white, from which
 * colour and opacity follow (`alpha-mixer.ts`). The result is exact for everything in normal blend mode over the
 * background. A clip whose
 * blend mode acts on the background itself is rendered as if the background were black.
 */
export async function renderAlphaSegment(
  makers: { black: FrameMaker; white: FrameMaker },
  profile: OutputProfile,
  range: { startFrame: number; endFrame: number; outPath: string },
  hear: {
    onFrame?: ((done: number) => void) | undefined;
    onStage?: ((ended: 'composite' | 'encode') => void) | undefined;
  },
): Promise<SegmentInfo> {
  const { startFrame, endFrame, outPath } = range;
  const encoder = openSegmentEncoder(profile, outPath);
  const mixer = createAlphaMixer(profile);
  const [black, white] = [makers.black, makers.white].map((maker) => maker.frames(startFrame, endFrame));
  try {
    for (let done = 1; done <= endFrame - startFrame; done++) {
      const overBlack = await black?.next();
      const overWhite = await white?.next();
      if (!overBlack?.value || !overWhite?.value) throw new Error(`Frame ${startFrame + done - 1} was not drawn.`);
      const image = mixer.mix(overBlack.value, overWhite.value);
      hear.onStage?.('composite');
      encoder.write(image);
      hear.onStage?.('encode');
      hear.onFrame?.(done);
      if (done % framesPerTurn === 0) await nextTurn();
    }
    return encoder.finish();
  } catch (error) {
    encoder.abort();
    throw error;
  } finally {
    mixer.close();
    await black?.return();
    await white?.return();
  }
}
