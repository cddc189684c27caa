import type { Html } from '@framemill/timeline';
import { bundledFonts } from '../../catalog/fonts.ts';
import { fontFaces } from '../font-faces.ts';
import { bundledPageFonts } from '../page-fonts.ts';

/**
 * What an html clip may load, as when it is rendered: what it brings itself and the service's fonts. Those are of any host
 * here, since a frame without an origin has no words for its own.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline' data:; script-src 'unsafe-inline' 'unsafe-eval'; img-src data: blob:; font-src data: *";

/** Puts the clip's animations at the time that the page sends; the clip itself sees nothing of it. */
const FOLLOW =
  "addEventListener('message',(event)=>{if(event.source!==parent||typeof event.data?.timeSec!=='number')return;" +
  'for(const animation of document.getAnimations()){animation.pause();animation.currentTime=event.data.timeSec*1000}});' +
  "parent.postMessage({ready:true},'*');";

/**
 * The document of an html clip for a sandboxed frame without an origin. What is the project's own text stands in it as it
 * is: the frame is the fence. Ends of scripts and style sheets inside their own text do not end them.
 */
export function htmlDocument({ html, css = '', js = '' }: Html): string {
  const style = css.replaceAll(/<\/style/gi, '<\\/style');
  const script = js.replaceAll(/<\/script/gi, '<\\/script').replaceAll('<!--', '<\\!--');
  return (
    `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
    `<style>${baseStyle()}</style><style>${style}</style></head>` +
    `<body>${html}<script>${script}</script><script>${FOLLOW}</script></body></html>`
  );
}

// As in the renderer: the first family is that of texts, and the page has no edges of its own.
function baseStyle(): string {
  const [first] = bundledFonts;
  const page = 'html,body{margin:0;width:100%;height:100%;overflow:hidden;background:transparent}';
  return `${fontFaces(bundledPageFonts)}html{font-family:"${first?.family ?? ''}",sans-serif}${page}`;
}
