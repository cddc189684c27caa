import type { FromStage, ToStage } from '@framemill/compositor/page';
import { hasBrowserFor, launchBrowser } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { applyCommands, batchIds, type Clip, createDocument, type Document } from '@framemill/timeline';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from './start-api.ts';

const context = {
  newId: batchIds(`bat_${'1'.repeat(24)}`),
  catalogue: { fonts: [], effects: {}, transitions: [], shapes: ['rectangle'] },
  media: () => null,
};

function film(): Document {
  const square = { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: 4 };
  const { document, results } = applyCommands(
    createDocument({ aspectRatio: '1:1' }),
    [
      { ...square, style: { fill: '#ff0000', width: 200, height: 100 } },
      { op: 'setTransform', clipId: '$0.clipId', x: 100, y: 50, rotation: 90 },
      { op: 'addTextClip', text: 'Grüße', start: 0, duration: 2 },
      {
        op: 'addHtmlClip',
        html: '<p>x</p><script>try { parent.top.stolen = 1 } catch {}</script>',
        start: 0,
        duration: 4,
      },
    ],
    context,
  );
  expect(results.flatMap(({ error }) => error ?? [])).toEqual([]);
  return document;
}

/** Script that runs inside the frame and reports what it can access: cookies, storage, the parent page and the API. */
const LOOK_AROUND = `(async () => {
  const tried = (work) => {
    try {
      return String(work());
    } catch (error) {
      return error.name;
    }
  };
  const asked = await fetch('/v1/me').then(({ status }) => 'answered ' + status, () => 'refused');
  return {
    origin: self.origin,
    cookies: tried(() => document.cookie),
    storage: tried(() => localStorage.length),
    parent: tried(() => parent.document.title),
    asked,
  };
})()`;

describe.skipIf(!hasBrowserFor('The stage of the editor is'))('the stage of the editor', () => {
  const api = forSuite(() => startApi({ listens: true }));
  let browser: Browser;
  let page: Page;
  let stage: Frame;
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1080, height: 1080 } });
    await page.route(`${api.deps.apiHost}/editor`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body:
          '<!doctype html><body style="margin:0"><iframe sandbox="allow-scripts" src="/vendor/stage.html" ' +
          'style="width:1080px;height:1080px;border:0"></iframe>',
      }),
    );
    await page.addInitScript(
      "globalThis.received = []; addEventListener('message', ({ data }) => received.push(data));",
    );
    await page.goto(`${api.deps.apiHost}/editor`);
    await reported('ready');
    const [, frame] = page.frames();
    if (!frame) throw new Error('no frame');
    stage = frame;
  });
  afterAll(() => browser?.close());

  const tell = (message: ToStage) =>
    page.evaluate(`document.querySelector('iframe').contentWindow.postMessage(${JSON.stringify(message)}, '*')`);

  async function reported<Kind extends FromStage['stage']>(kind: Kind): Promise<Extract<FromStage, { stage: Kind }>> {
    const found = await page.waitForFunction((wanted) => {
      const { received } = globalThis as unknown as { received: FromStage[] };
      const at = received.findIndex(({ stage: name }) => name === wanted);
      return at >= 0 ? received.splice(at, 1)[0] : null;
    }, kind);
    return (await found.jsonValue()) as Extract<FromStage, { stage: Kind }>;
  }

  const document = film();
  const tellDocument = (number: number, clips: Clip[]) => {
    const { clips: all, ...rest } = document;
    return tell({ stage: 'document', number, document: rest, clipIds: all.map(({ id }) => id), clips, media: [] });
  };

  it('shows a document that it is handed, and says where its clips lie', async () => {
    await tellDocument(1, document.clips);
    const { number, boxes } = await reported('laid-out');
    expect(number).toBe(1);
    expect(boxes).toHaveLength(3);
    // 200 by 100, turned by a quarter about its middle at (640, 590): its own top left is at the top right.
    const corners = boxes[0]?.corners.map((corner) => corner.map(Math.round));
    expect(corners).toEqual([
      [690, 490],
      [690, 690],
      [590, 690],
      [590, 490],
    ]);
    expect(await stage.locator('svg[role=img]').getAttribute('aria-label')).toBe('Grüße');
  });

  it('reports where the letters of a text are that is edited', async () => {
    const { clips, ...rest } = document;
    const text = clips.find(({ textStyle }) => textStyle?.content === 'Grüße');
    await tell({
      ...{ stage: 'document', number: 1, document: rest, clipIds: clips.map(({ id }) => id), clips: [], media: [] },
      textClipId: text?.id ?? '',
    });
    const { boxes, rows = [] } = await reported('laid-out');
    const [width = 0] = boxes.find(({ clipId }) => clipId === text?.id)?.size ?? [];
    expect(rows.map(({ start, end, cells }) => [start, end, cells.length])).toEqual([[0, 5, 5]]);
    expect(rows[0]?.cells[0]?.left).toBe(0);
    expect(Math.round(rows[0]?.cells.at(-1)?.right ?? 0)).toBe(width);
  });

  it('goes to a time, and keeps it when the document changes', async () => {
    await tell({ stage: 'seek', timeSec: 3 });
    await page.waitForTimeout(200);
    expect(await stage.locator('svg[role=img]').isVisible()).toBe(false);
    // The clips that are not handed again are those of before.
    await tellDocument(
      2,
      document.clips.slice(0, 1).map((clip) => ({ ...clip, y: clip.y + 10 })),
    );
    const { boxes } = await reported('laid-out');
    expect(boxes[0]?.corners[0]?.map(Math.round)).toEqual([690, 500]);
    expect(boxes).toHaveLength(2);
    expect(await stage.locator('.clip').count()).toBe(3);
  });

  it('has an origin of its own: it reaches no cookies, no storage, no page around it, and not the API', async () => {
    await page.context().addCookies([{ name: 'fm_session', value: 'secret', url: page.url() }]);
    const reached = await stage.evaluate(LOOK_AROUND);
    expect(reached).toEqual({
      ...{
        origin: 'null',
        cookies: 'SecurityError',
        storage: 'SecurityError',
        parent: 'SecurityError',
        asked: 'refused',
      },
    });
    expect(await page.evaluate(() => Reflect.get(globalThis, 'stolen'))).toBeUndefined();
  });

  it('has no origin even when it is opened by itself, and can be framed by pages of this host only', async () => {
    const { headers } = await api.send(null, 'GET', '/vendor/stage.html');
    expect(headers['content-security-policy']).toMatch(
      /^sandbox allow-scripts; default-src 'none';.*frame-ancestors 'self'$/,
    );
    expect(headers['x-frame-options']).toBeUndefined();
  });
});
