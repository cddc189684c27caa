import type { Clip } from '@framemill/timeline';
import { describe, expect, it, vi } from 'vitest';
import { createRenderer } from '../src/render/renderer.ts';
import { makeClip, makeDocument, profileOf } from './scenes.ts';

const [width, height] = [320, 180];
const scene = (...clips: Clip[]) => makeDocument(width, height, clips, '#000000');

describe('an html clip without a page', () => {
  it('is refused, with the way out', async () => {
    // Any program will do: it is not started.
    vi.stubEnv('CHROMIUM_PATH', process.execPath);
    try {
      const document = scene(makeClip({ type: 'html', id: 'empty' }));
      const made = createRenderer({ document, profile: profileOf(document), media: {} });
      await expect(made).rejects.toMatchObject({
        code: 'invalid_request',
        message: 'Clip empty is an html clip: it has no html. Set html with updateClip.',
      });
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('a machine without a browser', () => {
  it('refuses a document with an html clip before any picture, and names the clip', async () => {
    vi.stubEnv('PATH', '/none');
    vi.stubEnv('CHROMIUM_PATH', '');
    try {
      const document = scene(
        makeClip({ type: 'html', html: { width, height, html: 'x' }, id: 'badge', name: 'Badge' }),
      );
      const made = createRenderer({ document, profile: profileOf(document), media: {} });
      await expect(made).rejects.toMatchObject({
        code: 'not_configured',
        message: expect.stringMatching(
          /^Clip badge \("Badge"\) is an html clip: it needs a browser, .*Install Chromium/,
        ),
      });
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
