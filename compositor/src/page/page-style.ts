import { safeColor } from './text/svg-paint.ts';

/**
 * Returns the page's style sheet. Clips start hidden: the player shows each clip in its time span, and the timeline
 * sets everything else.
 */
export function pageStyle(width: number, height: number, background: string): string {
  return (
    'html,body{margin:0;padding:0}' +
    `#root{position:relative;overflow:hidden;isolation:isolate;width:${width}px;height:${height}px;background:${safeColor(background)}}` +
    '.group{position:absolute;inset:0;isolation:isolate}' +
    '.side{position:absolute;inset:0;transform-origin:0 0;opacity:0;isolation:isolate}' +
    '.place{position:absolute;left:0;top:0;transform-origin:0 0}' +
    '.look,.cut{position:absolute;inset:0}' +
    // Overlays come after the image in the document, and have no z-index of their own.
    '.look{isolation:isolate}' +
    '.over{position:absolute;left:0;top:0;width:100%;height:100%}' +
    '.clip{position:absolute;visibility:hidden;border:0;object-fit:fill;overflow:visible}' +
    '.whole{inset:0;overflow:hidden}' +
    '.defs{position:absolute;width:0;height:0}' +
    '.text text{white-space:pre;text-rendering:geometricPrecision;font-kerning:normal;font-synthesis:none;font-optical-sizing:none}'
  );
}
