import { createHash } from 'node:crypto';
import { openBrowser } from '../chromium/index.ts';
import { openClipPage } from './clip-page.ts';
import { type HtmlContent, pageVersion } from './html-content.ts';
import { workInTime } from './work-in-time.ts';

// Features that differ between browsers, processors and the fonts of machines: generic families, scripts that no
// bundled font of the page covers, curves, gradients, filters, rotated text.
const page = {
  html: `<p style="font-family:serif">Ag 4</p><p style="font-family:monospace">Ag 4</p><p style="font-family:cursive">Ag</p>
    <p style="font-family:system-ui">Ag \u0416\u03a9 \u6c34 \u0639 \u{1f600}</p><b>Ag</b><div id="a"></div><div id="b">turn</div>`,
  css: `p, b { margin: 0; font-size: 15px; line-height: 18px }
    #a { position: absolute; left: 90px; top: 4px; width: 60px; height: 40px; border-radius: 50% 9px; filter: blur(1.5px);
      background: conic-gradient(red, lime 30%, rgba(0, 0, 255, 0.4)) }
    #b { position: absolute; left: 90px; top: 60px; font-size: 20px; transform: rotate(17deg) skewX(9deg); opacity: 0.7 }`,
};

const limits = { answerMs: 30_000, spendMs: 30_000, patience: 1, spent: () => undefined };

/**
 * Computes a fingerprint (hex, 64 characters) of this machine's browser: a hash of the browser's version, of
 * `pageVersion` and of a screenshot of a test page with many fonts and drawings. Machines with equal fingerprints draw
 * equal HTML clips. Throws `not_configured` when there is no browser or it does not start. Takes 1.5 s.
 */
export async function browserFingerprint(): Promise<string> {
  const browser = await openBrowser({ stillPictures: true });
  try {
    const size = { width: 160, height: 120 };
    const content: HtmlContent = {
      ...{ key: '0'.repeat(64), page, size, scale: 1, pixels: size, fps: 30, hasScript: false, hasSmil: false },
    };
    const clip = await openClipPage(browser, content);
    const image = await workInTime(browser.use, limits, async () => {
      await clip.load();
      return clip.photograph();
    });
    return createHash('sha256').update(`${pageVersion} ${browser.version}`).update(image).digest('hex');
  } finally {
    await browser.close();
  }
}
