import type { Document } from '@framemill/timeline';
import { captionsDocument, shapesDocument } from '../documents.ts';
import { finished, submit, wallSecOf } from '../renders.ts';
import type { ChaosAccount, ChaosStack } from '../stack/chaos-stack.ts';
import type { Row, Scenario } from './scenario.ts';

const seconds = 60;
const size = { width: 1280, height: 720 };
const insertSeconds = 3;

/**
 * Scenario: one caption of a one-minute video is changed, and the video is rendered again. Then three seconds are
 * inserted at the start, and it is rendered once more.
 */
export const editsScenario: Scenario = {
  name: 'edits',
  nodes: 0,
  async run({ stack, log }) {
    const node = await stack.startNode(2);
    const account = await stack.account();
    const document = captionsDocument(seconds, size);
    const full = await render(stack, account, document);
    const edited = await render(stack, account, withOtherCaption(document));
    const inserted = await render(stack, account, withIntro(document));
    await stack.stopNodes([node]);
    log(`edits: ${full.sec.toFixed(2)} s, ${edited.sec.toFixed(2)} s, ${inserted.sec.toFixed(2)} s`);
    const share = edited.sec / full.sec;
    const rows: Row[] = [
      {
        promise: 'Edits are cheap',
        figure:
          `one caption of ${seconds} s: ${edited.rendered} of ${edited.segments} segments rendered, the others ` +
          'reused',
        limit: '<= 2 of 16 segments',
        ok: edited.rendered <= 2 && edited.segments === 16,
        values: { rendered: edited.rendered, segments: edited.segments },
      },
      {
        promise: 'Edits are quick',
        figure: `${edited.sec.toFixed(2)} s instead of ${full.sec.toFixed(2)} s: ${share.toFixed(3)}`,
        limit: '<= 0.15 of the full time',
        isTiming: true,
        ok: share <= 0.15,
        values: { fullSec: full.sec, editSec: edited.sec, share },
      },
      {
        promise: 'Inserts reuse the rest',
        figure:
          `${insertSeconds} s put in front of everything: ${inserted.segments - inserted.rendered} of ` +
          `${full.segments} segments taken over, ${inserted.rendered} rendered`,
        limit: 'the other segments are reused',
        ok: inserted.segments - inserted.rendered === full.segments,
        values: { rendered: inserted.rendered, segments: inserted.segments, insertSec: inserted.sec },
      },
    ];
    return rows;
  },
};

async function render(stack: ChaosStack, account: ChaosAccount, document: Document) {
  const row = await finished(stack, await submit(stack, account, document, 'balanced'));
  return { sec: wallSecOf(row), segments: row.totalSegments, rendered: row.totalSegments - row.reusedSegments };
}

function withOtherCaption(document: Document): Document {
  const clips = document.clips.map((clip) =>
    clip.id === 'caption-12' ? { ...clip, textStyle: { ...clip.textStyle, content: 'Another caption' } } : clip,
  );
  return { ...document, clips };
}

function withIntro(document: Document): Document {
  const moved = document.clips.map((clip) => ({ ...clip, start: clip.start + insertSeconds }));
  const intro = shapesDocument(insertSeconds, size).clips.map((clip) => ({ ...clip, id: `intro-${clip.id}` }));
  return { ...document, clips: [...intro, ...moved] };
}
