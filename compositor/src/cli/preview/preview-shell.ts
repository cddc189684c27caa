import { escapeText } from '../../page/escape.ts';

/** Returns the page around the preview: its frame, a bar to play and seek, and on top of it the errors of the file. */
export function previewShell(name: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeText(name)}</title>
<style>
html, body { margin: 0; height: 100%; background: #14161a; color: #e8eaed; font: 14px/1.5 system-ui, sans-serif; }
body { display: grid; grid-template-rows: 1fr auto; }
main { position: relative; overflow: hidden; margin: 16px; }
iframe { position: absolute; left: 50%; top: 50%; border: 0; background: #000; }
pre { position: absolute; inset: 0 0 auto 0; margin: 0; padding: 16px; max-height: 100%; overflow: auto; box-sizing: border-box;
  white-space: pre-wrap; background: #3a1416; color: #ffd9d6; border: 1px solid #ff8a80; border-radius: 8px; }
footer { display: flex; gap: 12px; align-items: center; padding: 0 16px 16px; }
button { min-width: 5em; padding: 6px 12px; border: 0; border-radius: 6px; background: #ffb765; color: #14161a; font: inherit; font-weight: 600; }
input { flex: 1; accent-color: #ffb765; }
output { min-width: 11em; text-align: right; font-variant-numeric: tabular-nums; }
</style>
</head>
<body>
<main><iframe id="film" title="Film"></iframe><pre id="errors" role="alert" hidden></pre></main>
<footer>
<button id="play" type="button">Play</button>
<input id="time" type="range" min="0" max="1" step="0.01" value="0" aria-label="Time">
<output id="clock">0.00 s</output>
</footer>
<script src="/preview.js"></script>
</body>
</html>
`;
}
