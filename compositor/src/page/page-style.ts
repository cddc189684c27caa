import { safeColor } from './text/svg-paint.ts';

/** The page's style sheet. Clips start hidden: showing them at their time is the player's part, all else the timeline's. */
export function pageStyle(width: number, height: number, background: string): string {
  return (
    'html,body{margin:0;padding:0}' +
    `#root{position:relative;overflow:hidden;isolation:isolate;width:${width}px;height:${height}px;background:${safeColor(background)}}` +
    '.group{position:absolute;inset:0;isolation:isolate}' +
    '.side{position:absolute;inset:0;transform-origin:0 0;opacity:0;isolation:isolate}' +
    '.place{position:absolute;left:0;top:0;transform-origin:0 0}' +
    '.look,.cut{position:absolute;inset:0}' +
    // What lies on top of a picture comes after it, and has no order of its own.
    '.look{isolation:isolate}' +
    '.over{position:absolute;left:0;top:0;width:100%;height:100%}' +
    '.clip{position:absolute;visibility:hidden;border:0;object-fit:fill;overflow:visible}' +
    '.whole{inset:0;overflow:hidden}' +
    '.defs{position:absolute;width:0;height:0}' +
    '.text text{white-space:pre;text-rendering:geometricPrecision;font-kerning:normal;font-synthesis:none;font-optical-sizing:none}'
  );
}
