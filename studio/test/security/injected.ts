import type { Page } from 'playwright-core';

/**
 * Returns elements of a page and its frames that user text was able to inject: scripts, event handlers, and links to
 * scripts. Frames of HTML clips are ignored, because they may run scripts.
 */
export async function injected(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) {
    // What people write as HTML may run: in its frame of no origin, and nowhere else.
    if (frame.url() === 'about:srcdoc') continue;
    found.push(...(await frame.evaluate(lookForMarkup)));
  }
  return found;
}

function lookForMarkup(): string[] {
  const isAddress = (name: string) => /^(xlink:href|href|src|action|formaction|data|poster)$/i.test(name);
  const isBad = ({ name, value }: Attr) =>
    /^on/i.test(name) || (isAddress(name) && /^\s*(javascript:|data:text\/html)/i.test(value));
  return [...document.querySelectorAll('*')]
    .filter((element) => {
      const isFrame = element instanceof HTMLIFrameElement && element.hasAttribute('srcdoc');
      if (isFrame) return element.getAttribute('sandbox') !== 'allow-scripts';
      const isScript = element instanceof HTMLScriptElement || element instanceof SVGScriptElement;
      const isOwn = element instanceof HTMLScriptElement && element.src.startsWith(location.origin);
      if (isScript && !isOwn) return !/^\/(vendor|studio)\//.test(element.getAttribute('src') ?? '');
      return [...element.attributes].some(isBad) || /^(object|embed|base)$/i.test(element.tagName);
    })
    .map((element) => element.outerHTML.slice(0, 200));
}
