import type { Html } from '@framemill/timeline';

/** What an html clip may load: nothing but what it brings itself and what this service serves to anybody. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob: *; font-src data: *; media-src *";

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
    `<style>html,body{margin:0;overflow:hidden;background:transparent}</style><style>${style}</style></head>` +
    `<body>${html}<script>${script}</script><script>${FOLLOW}</script></body></html>`
  );
}
