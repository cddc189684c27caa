import type { Document } from '@framemill/timeline';
import { captionsDocument, shapesDocument } from '../documents.ts';
import type { ChaosAccount, ChaosHouse } from '../house/chaos-house.ts';
import { finished, submit, wallSecOf } from '../renders.ts';
import type { Row, Scenario } from './scenario.ts';

const seconds = 60;
const size = { width: 1280, height: 720 };
const insertSeconds = 3;

/** One caption of a minute is changed, and the minute is rendered again; then three seconds are put in front of everything. */
export const editsScenario: Scenario = {
  name: 'edits',
  nodes: 0,
  async run({ house, log }) {
    const node = await house.startNode(2);
    const account = await house.account();
    const document = captionsDocument(seconds, size);
    const full = await render(house, account, document);
    const edited = await render(house, account, withOtherCaption(document));
    const inserted = await render(house, account, withIntro(document));
    await house.stopNodes([node]);
    log(`edits: ${full.sec.toFixed(2)} s, ${edited.sec.toFixed(2)} s, ${inserted.sec.toFixed(2)} s`);
    const share = edited.sec / full.sec;
    const rows: Row[] = [
      {
        promise: 'Edits are cheap',
        figure: `one caption of ${seconds} s: ${edited.rendered} of ${edited.segments} segments rendered, the others reused`,
        limit: '<= 3 of 30 segments',
        ok: edited.rendered <= 3 && edited.segments === 30,
        values: { rendered: edited.rendered, segments: edited.segments },
      },
      {
        promise: 'Edits are quick',
        figure: `${edited.sec.toFixed(2)} s instead of ${full.sec.toFixed(2)} s: ${share.toFixed(3)}`,
        limit: '<= 0.12 of the full time',
        isTiming: true,
        ok: share <= 0.12,
        values: { fullSec: full.sec, editSec: edited.sec, share },
      },
      {
        promise: 'Inserts reuse the rest',
        figure: `${insertSeconds} s put in front of everything: ${inserted.segments - inserted.rendered} of ${full.segments} segments taken over, ${inserted.rendered} rendered`,
        limit: 'the other segments are reused',
        ok: inserted.segments - inserted.rendered === full.segments,
        values: { rendered: inserted.rendered, segments: inserted.segments, insertSec: inserted.sec },
      },
    ];
    return rows;
  },
};

async function render(house: ChaosHouse, account: ChaosAccount, document: Document) {
  const row = await finished(house, await submit(house, account, document));
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
