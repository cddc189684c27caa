import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from '@framemill/compositor/page';
import { filmScript, inScript } from '../../player/player-script.ts';

/** Resource URI of the player app's page. Tools that show a project refer to it. */
export const PLAYER_URI = 'ui://framemill/player';

/** Media type by which MCP marks a page as an app. */
const MIME_TYPE = 'text/html;profile=mcp-app';

const pages = new Map<string, Promise<string>>();

/** Entry of the player app in the list of resources. */
export const playerListing = {
  uri: PLAYER_URI,
  name: 'player',
  title: 'Film',
  description: 'The composition of a project, with a scrubber.',
  mimeType: MIME_TYPE,
};

/**
 * Returns the app's HTML page and the origins that the MCP client must allow it to load from.
 * The only origin is `apiHost`, which serves the project's media, the fonts and the script. The page has about 400 kB
 * and is built on the first request.
 */
export async function playerContents(apiHost: string) {
  let page = pages.get(apiHost);
  if (!page) {
    page = buildPage(apiHost);
    pages.set(apiHost, page);
    page.catch(() => pages.delete(apiHost));
  }
  const { origin } = new URL(apiHost);
  const own = [origin];
  const csp = { resourceDomains: own, frameDomains: own, baseUriDomains: own };
  return { uri: PLAYER_URI, mimeType: MIME_TYPE, text: await page, _meta: { ui: { csp, prefersBorder: true } } };
}

async function buildPage(apiHost: string): Promise<string> {
  const entryPath = fileURLToPath(new URL('browser/player-app.ts', import.meta.url));
  const define = { SERVICE: JSON.stringify(apiHost), FILM_SCRIPT: JSON.stringify(await filmScript()) };
  const script = Buffer.from(await bundleForBrowser(entryPath, { define })).toString('utf8');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
  <title>Film</title><style>${STYLE}</style></head><body>
<div id="stage"></div>
<div id="bar"><button id="play" type="button">Play</button>
<input id="scrubber" type="range" min="0" max="0" step="0.01" value="0"
aria-label="Time"><output id="clock">0.0 s</output></div>
<p id="note" role="status"></p><script>${inScript(script)}</script></body></html>`;
}

const STYLE =
  ':root{color-scheme:light dark;font:14px system-ui,sans-serif}body{margin:0}#stage{background:#000}' +
  '#bar{display:flex;gap:8px;align-items:center;padding:8px}' +
  '#scrubber{flex:1}#clock{font-variant-numeric:tabular-nums}#note{margin:0 8px 8px}#note:empty{display:none}';
