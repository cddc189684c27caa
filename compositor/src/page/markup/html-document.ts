import type { Html } from '@framemill/timeline';
import { bundledFonts } from '../../catalog/fonts.ts';
import { fontFaces } from '../font-faces.ts';
import { bundledPageFonts } from '../page-fonts.ts';

/**
 * Content security policy of an html clip, as when it is rendered: it may load data of its own and the service's fonts.
 * Fonts are allowed from any host, because a frame without an origin cannot name its own host.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline' data:; script-src 'unsafe-inline' 'unsafe-eval'; img-src data: blob:; font-src data: *";

/** Script that sets the clip's animations to the time that the page sends. The clip's own code need not handle it. */
const FOLLOW =
  "addEventListener('message',(event)=>{if(event.source!==parent||typeof event.data?.timeSec!=='number')return;" +
  'for(const animation of document.getAnimations()){animation.pause();animation.currentTime=event.data.timeSec*1000}});' +
  "parent.postMessage({ready:true},'*');";

/**
 * Builds the document of an html clip for a sandboxed frame without an origin. The project's HTML is inserted
 * unescaped, because the sandbox isolates it. End tags inside CSS and JavaScript are escaped, so that they do not end
 * their elements.
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

// As in the renderer: the default family is that of texts, and the page has no margins.
function baseStyle(): string {
  const [first] = bundledFonts;
  const page = 'html,body{margin:0;width:100%;height:100%;overflow:hidden;background:transparent}';
  return `${fontFaces(bundledPageFonts)}html{font-family:"${first?.family ?? ''}",sans-serif}${page}`;
}
