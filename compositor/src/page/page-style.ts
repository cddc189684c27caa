import { safeColor } from './text/svg-paint.ts';

/** The page's style sheet. Clips start hidden: showing them at their time is the player's part, all else the timeline's. */
export function pageStyle(width: number, height: number, background: string): string {
  return (
    'html,body{margin:0;padding:0}' +
    `#root{position:relative;overflow:hidden;isolation:isolate;width:${width}px;height:${height}px;background:${safeColor(background)}}` +
    '.group{position:absolute;inset:0;isolation:isolate}' +
    '.side{position:absolute;inset:0;transform-origin:0 0;opacity:0}' +
    '.place{position:absolute;left:0;top:0;transform-origin:0 0}' +
    '.look,.cut{position:absolute;inset:0}' +
    '.whole{overflow:hidden}' +
    '.clip{position:absolute;visibility:hidden;border:0;object-fit:fill;overflow:visible}' +
    '.defs{position:absolute;width:0;height:0}' +
    '.text{white-space:pre;text-rendering:geometricPrecision;font-kerning:normal;font-synthesis:none}'
  );
}
