import { defineCommand } from '../command/define-command.ts';
import { HtmlSchema } from '../document/html.ts';
import { SHOWN_AT_ONCE, setAtOnce } from '../edit/at-once.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { DurationParam, NEW_CLIP_RETURNS, StartParam, TrackIndexParam } from './params.ts';

const { html, css, js, width, height } = HtmlSchema.properties;

export const addHtmlClip = defineCommand({
  op: 'addHtmlClip',
  description:
    'Adds a piece of HTML, drawn by a browser without network on a transparent ground. Without a size it is as large as the canvas.',
  keywords: { 'web page': {}, 'motion graphics': {}, 'css animation': {}, chart: {} },
  params: {
    ...{ html, css, js, start: StartParam, duration: DurationParam, width, height, trackIndex: TrackIndexParam },
    ...SHOWN_AT_ONCE,
  },
  returns: NEW_CLIP_RETURNS,
  examples: [
    {
      title: 'A badge',
      params: {
        html: '<div class="badge">New</div>',
        css: '.badge { font: 700 64px Inter; color: #fff; background: #e63946; border-radius: 32px; text-align: center }',
        start: 1,
        duration: 3,
        width: 320,
        height: 120,
      },
      gives: { trackIndex: 1 },
    },
  ],
  run: (document, params, context, reducer) => {
    const { start, duration, trackIndex, transform, transition, ...page } = params;
    const { width: canvasWidth, height: canvasHeight } = document.settings;
    const content = { width: canvasWidth, height: canvasHeight, ...page };
    const added = insertClip(document, { type: 'html', name: 'HTML', start, duration, html: content }, trackIndex, () =>
      context.newId('clip'),
    );
    return setAtOnce(added, { transform, transition }, context, reducer);
  },
});
