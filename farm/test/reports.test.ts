import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type QualityLimits, strictLimits } from '@framemill/compositor/plan';
import { objectKeys, parseQualityReport } from '@framemill/scheduler/protocol';
import { smallDocument } from '@framemill/testing/documents';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { toneWav } from '@framemill/testing/wav';
import type { Document } from '@framemill/timeline';
import { beforeAll, describe, expect, it, vi } from 'vitest';

describe('the report of a rendered film', () => {
  const stack = forSuite(() => openStack({ scheduler: true }));
  beforeAll(async () => {
    await stack.farm(2, 'node-a');
  });

  it('lets a film with faults end FAILED with each of them, and stays readable', async () => {
    const accountId = await stack.account();
    const whole = smallDocument(1.5, await stack.upload(accountId, 'tone.wav', toneWav(4, 440)));
    const [box, star, sound] = whole.clips;
    if (!box || !star || !sound) throw new Error('The document has other clips than this test thinks.');
    const black = {
      ...box,
      id: 'black',
      start: 1.5,
      duration: 1,
      shape: { kind: 'rectangle', width: 320, height: 180, fill: '#000000' },
    };
    const { kfX: _, ...still } = black;
    const label = {
      ...still,
      id: 'label',
      type: 'text',
      trackIndex: 2,
      start: 0,
      duration: 1,
      textStyle: { content: '\u0378', fontSize: 20, color: '#ffffff' },
    };
    const document = {
      ...whole,
      clips: [box, star, { ...sound, duration: 2.5, mediaDuration: 4 }, still, label],
    } as Document;
    const id = await admit(accountId, document, strictLimits);
    const { errorMsg, url } = await stack.reaches(id, 'FAILED');
    expect(errorMsg).toContain('maxBlackSec 0: black for 1.00 s from 1.50 s on');
    expect(errorMsg).toContain('maxMissingGlyphs 0: clip label at 0.00 s has 1');
    expect(url).not.toBeNull();
    const report = await reportOf(id);
    expect(report).toMatchObject({
      video: { codec: 'h264', width: 160, height: 90, frames: 75 },
      audio: { codec: 'aac' },
      findings: [
        { kind: 'black', startSec: 1.5, endSec: 2.5 },
        { kind: 'glyphs', clipId: 'label', value: 1 },
      ],
    });
    expect(errorMsg).toContain(report.broken.join('; '));
    expect(Math.abs(report.audio?.offsetSec ?? 1)).toBeLessThan(0.03);
  });

  it('finds nothing in a clean film, whether it was held to limits or asked about later', {
    tags: 'full',
  }, async () => {
    const accountId = await stack.account();
    const document = smallDocument(2);
    const checked = await admit(accountId, document, strictLimits);
    await stack.reaches(checked, 'COMPLETED');
    const asked = await admit(accountId, document);
    await stack.reaches(asked, 'COMPLETED');
    await stack.client.requestReport(asked);
    await vi.waitFor(async () => expect((await reportOf(asked)).findings).toEqual([]), { timeout: 100_000 });
    expect(await reportOf(checked)).toMatchObject({ findings: [], broken: [], audio: null });
  });

  async function admit(accountId: string, document: Document, qc?: QualityLimits): Promise<string> {
    const id = `prj_${randomUUID()}`;
    const json = JSON.parse(JSON.stringify(document));
    await stack.database.client.project.create({ data: { id, accountId, name: 'test', document: json } });
    const options = { format: 'mp4', quality: 'draft', resolution: 'full', environment: 'live', qc } as const;
    return (await stack.client.admit({ accountId, projectId: id, ...options })).render.id;
  }

  async function reportOf(renderId: string) {
    return parseQualityReport(JSON.parse(await text((await stack.store.get(objectKeys.report(renderId))).body)));
  }
});
