import { createHash } from 'node:crypto';
import { CLIP_DEFAULTS, type Clip, type Document, FramemillError, type MediaFacts } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import { shapesDocument } from '../documents.ts';
import { finished, giveMedia, submit } from '../renders.ts';
import type { ChaosAccount, ChaosStack } from '../stack/chaos-stack.ts';
import { begunRenders, guest, guestRow, lonelyGuestSec } from './guest.ts';
import type { Row, Scenario } from './scenario.ts';

const side = 7000;
const images = 100_000;
const frameSec = 0.08;
const inPointSec = 7_990;

/**
 * Scenario: an account starts two renders that seek far into a 2.3 MB GIF with a canvas of 49 megapixels, on a farm
 * with two slots. Meanwhile a second account starts a one-second render.
 * The GIF is tested twice: with the seek cost that probing measured, and without a seek cost, as in database rows
 * written by earlier releases.
 */
export const costlyMediaScenario: Scenario = {
  name: 'costly-media',
  nodes: 2,
  async run({ stack, log }) {
    const bytes = gif();
    const lonelySec = await lonelyGuestSec(stack);

    const attacker = await stack.account();
    const measured = await giveMedia(stack, attacker, { bytes, facts: factsOf(bytes, true) });
    const refusals = [await refusal(stack, attacker, measured), await refusal(stack, attacker, measured)];

    const other = await stack.account();
    const unmeasured = await giveMedia(stack, other, { bytes, facts: factsOf(bytes, false) });
    const costly = [await submit(stack, other, far(unmeasured)), await submit(stack, other, far(unmeasured))];
    await until('both slots have begun a costly render', 30_000, async () => (await begunRenders(stack, costly)) === 2);
    const beside = await guest(stack);
    const ends = await Promise.all(costly.map((id) => finished(stack, id, { status: 'FAILED' })));
    log(`costly-media: "${refusals[0]}", "${ends[0]?.errorMsg}"`);

    const words = ends.filter(({ errorMsg }) => errorMsg?.includes('takes too long to reach')).length;
    const rows: Row[] = [
      {
        promise: 'A file that is costly to seek in is refused when it is ordered',
        figure:
          `${refusals.filter((message) => message.includes('takes too long to reach')).length} of 2 renders of a ` +
          `GIF of ${(bytes.length / 1e6).toFixed(1)} MB from ${inPointSec} s on were refused in words`,
        limit: '2 of 2',
        ok: refusals.every((message) => message.includes('takes too long to reach')),
        values: { bytes: bytes.length },
      },
      {
        promise: 'One that nobody has measured ends in words',
        figure: `${words} of 2 FAILED with the clip, the file and what to do`,
        limit: '2 of 2',
        ok: words === 2,
        values: { words },
      },
      guestRow('Costly media holds up nobody', 'such a file', beside, lonelySec),
    ];
    return rows;
  },
};

async function refusal(stack: ChaosStack, account: ChaosAccount, mediaId: string): Promise<string> {
  try {
    await submit(stack, account, far(mediaId));
    return 'it was accepted';
  } catch (error) {
    if (error instanceof FramemillError) return error.message;
    throw error;
  }
}

function far(src: string): Document {
  const clip: Clip = {
    ...{ ...CLIP_DEFAULTS, id: 'costly', type: 'video', name: 'costly', start: 0, trackIndex: 0, duration: 1 },
    ...{ src, mediaStart: inPointSec, mediaDuration: images * frameSec },
  };
  return { ...shapesDocument(1), clips: [clip] };
}

/**
 * Returns the probed properties of the GIF. With `measured` they include the seek cost: a seek must decode every frame
 * from the first one on.
 */
function factsOf(bytes: Uint8Array, measured: boolean): MediaFacts {
  const pixels = side * side;
  const seek = { pixels: pixels * images, outOfReach: [{ fromSec: (32e9 / pixels) * frameSec, toSec: null }] };
  return {
    ...{ kind: 'video', mimeType: 'image/gif', width: side, height: side, fps: 1 / frameSec, hasAudio: false },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    durationSec: images * frameSec,
    hasAlpha: true,
    ...(measured ? { seek } : {}),
  };
}

/** Creates a GIF of one-pixel images, 23 bytes each. A decoder composes the whole canvas for each image. */
function gif(): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const head = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  const control = Buffer.from([0x21, 0xf9, 4, 4, frameSec * 100, 0, 0, 0]);
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const all = Array.from({ length: images }, () => Buffer.concat([control, image]));
  return Buffer.concat([head, ...all, Buffer.from(';')]);
}
