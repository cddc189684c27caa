import type { Compared } from './beside-card.ts';
import type { Drawn } from './draw-example.ts';
import type { GalleryExample } from './gallery-example.ts';

/** Section of the gallery page: a group of examples and their images. */
export interface Room {
  readonly title: string;
  readonly items: readonly {
    readonly example: GalleryExample;
    readonly drawn: Drawn;
    /** Comparisons of CPU and GPU, one for each time that the example shows. */
    readonly compared?: readonly Compared[];
  }[];
}

/** Returns the gallery (the page of all examples) as self-contained HTML with all images embedded. */
export function galleryPage(rooms: readonly Room[]): string {
  const links = rooms.map(({ title }) => `<a href="#${anchor(title)}">${escapeHtml(title)}</a>`).join(' ');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Framemill gallery</title>
<style>${style}</style>
<h1>Framemill gallery</h1><nav>${links}</nav>
${rooms.map(room).join('\n')}
</html>
`;
}

const style = `
body { margin: 2rem; background: #16191d; color: #e6e9ed; font: 15px/1.45 system-ui, sans-serif }
nav a { color: #8ecbff; margin-right: 1rem }
section { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 1rem }
section.wide { grid-template-columns: repeat(auto-fill, minmax(620px, 1fr)) }
figure { margin: 0; background: #20252b; border-radius: 6px; overflow: hidden }
figure div { display: flex; gap: 2px } img { width: 100%; min-width: 0; display: block }
figcaption { padding: .5rem .7rem } code { color: #9aa7b4; font-size: 12px; overflow-wrap: anywhere }
.ratio { margin: .3rem .7rem; color: #9aa7b4; font-size: 13px }
.refused { padding: 2rem .7rem; color: #ffb0a0 }`;

function room({ title, items }: Room): string {
  const wide = items.some(({ example, compared }) => example.moments.length > 1 || compared);
  const figures = items.map(figure).join('\n');
  return (
    `<h2 id="${anchor(title)}">${escapeHtml(title)} ` +
    `(${items.length})</h2>\n<section${wide ? ' class="wide"' : ''}>\n${figures}\n</section>`
  );
}

function figure({ example, drawn, compared }: Room['items'][number]): string {
  const shown = compared
    ? compared.map((moment, index) => comparison(example, moment, index)).join('')
    : 'refused' in drawn
      ? `<p class="refused">${escapeHtml(drawn.refused)}</p>`
      : `<div>${drawn.pictures.map((jpeg, index) => image(example, jpeg, index)).join('')}</div>`;
  const made = example.commands.at(-1);
  const caption =
    `<b>${escapeHtml(example.name)}</b> ` +
    `${escapeHtml(example.description)}<br><code>${escapeHtml(JSON.stringify(made))}</code>`;
  return `<figure>${shown}<figcaption>${caption}</figcaption></figure>`;
}

function comparison(example: GalleryExample, { processor, card, difference, psnr }: Compared, index: number): string {
  const ratio = Number.isFinite(psnr) ? `${psnr.toFixed(1)} dB` : 'equal';
  const images = [processor, card, difference].map((png) => image(example, png, index, 'png')).join('');
  return `<div>${images}</div><p class="ratio">processor, graphics card, difference x 8: ${ratio}</p>`;
}

function image(example: GalleryExample, frame: Uint8Array, index: number, type: 'jpeg' | 'png' = 'jpeg'): string {
  const data = Buffer.from(frame).toString('base64');
  const alt = `${example.family} ${example.name} at ${example.moments[index] ?? 0} s`;
  return `<img alt="${escapeHtml(alt)}" src="data:image/${type};base64,${data}">`;
}

function anchor(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
