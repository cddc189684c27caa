import type { Chapter } from './conformance-page.ts';

const preview = 'test/preview.test.ts: ';
const rules = '../compositor/test/page/page-rules.test.ts: ';
const behaviour = '../compositor/test/page/page-behaviour.test.ts: ';

/**
 * Conformance chapter about previews with `format=html`. Tests of the API cover the response; tests of the compositor
 * cover the page itself.
 */
export const htmlPreview: Chapter = {
  title: 'HTML preview',
  proofs: [
    [
      '`format=html`: `text/html`, `private, no-store`, `X-Service-Media-Count`; not to be framed.',
      `${preview}as HTML is a page of the composition that nobody may frame or keep`,
    ],
    [
      'Its addresses are relative to the root: `/uploads/...`, `/vendor/...`.',
      `${preview}as HTML names its media by addresses of this host, each file once in the count`,
      `${preview}serves the script of pages, which is asked for anew and answered with 304`,
      `${preview}serves fonts to any origin, and no other files`,
    ],
    [
      '`#root` has `data-composition-id`, `data-start`, `data-duration`, `data-width`, `data-height` and `data-fps`.',
      `${rules}the root says what the composition is before any script runs`,
    ],
    [
      'Each timed element has class `clip`, its times and its track, and starts hidden.',
      `${rules}every timed element has an id that starts with a letter, its times and a lane`,
    ],
    [
      'Videos are `media-{clipId}`, muted and inline; their sound is `aud-{clipId}`; `data-media-start` is the ' +
        'in-point.',
      `${rules}videos are muted and inline, with their sound beside them`,
    ],
    [
      'One paused timeline at `window.__timelines.main` drives it.',
      `${rules}the page holds nothing that players refuse`,
      `${behaviour}the timeline is what players expect, and does not look like another library`,
      `${behaviour}a seek is random access: the same time gives the same page, in any order`,
    ],
    [
      "It sets a video's `currentTime` only with `speed`, `reverse`, `freezeAt` or `loop`.",
      `${behaviour}the timeline sets the time of videos that do not simply run along, and of no others`,
    ],
  ],
};
