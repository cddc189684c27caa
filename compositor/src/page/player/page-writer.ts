import type { Matrix } from '../../graph/matrix.ts';
import { identity } from '../../graph/matrix.ts';
import type { SvgFilter } from '../filter/svg-filter.ts';
import type { PageData } from '../page-data.ts';
import type { ClipAppearance, PageAppearance } from '../scene/appearance.ts';
import { clipGroups } from '../scene/clip-groups.ts';
import { short } from '../short-number.ts';
import { followSource, followTime } from './media-time.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Writes an appearance into the page. Only what differs from what is there is touched. */
export function pageWriter(page: Document, data: PageData): (appearance: PageAppearance) => void {
  const svg = page.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'defs');
  svg.setAttribute('aria-hidden', 'true');
  page.getElementById('root')?.append(svg);
  const groups = clipGroups(data.document).map((_, index) => groupWriter(page, index, filterWriter(page, svg)));
  const clips = data.document.clips.map((clip, index) => ({
    id: clip.id,
    write: clipWriter(page, index, () => filterWriter(page, svg)),
  }));
  return (appearance) => {
    for (const [index, write] of groups.entries()) write(appearance.groups.get(index) ?? null);
    for (const { id, write } of clips) write(appearance.clips.get(id) ?? null);
  };
}

type WriteFilter = (filter: SvgFilter | null, id: string) => string;

/** Keeps one filter in the page; returns the CSS that names it. */
function filterWriter(page: Document, svg: SVGElement): WriteFilter {
  const defs = page.createElementNS(SVG, 'defs');
  svg.append(defs);
  let written = '';
  return (filter, id) => {
    const markup = filter?.defs ?? '';
    if (markup !== written) {
      defs.innerHTML = markup;
      written = markup;
    }
    return markup === '' ? '' : `url(#${id})`;
  };
}

function groupWriter(page: Document, index: number, writeFilter: WriteFilter) {
  const element = page.getElementById(`g${index}`);
  return (group: { blend: string; filter: SvgFilter | null } | null): void => {
    if (!element) return;
    put(element, 'mix-blend-mode', !group || group.blend === 'normal' ? '' : cssBlend(group.blend));
    put(element, 'filter', writeFilter(group?.filter ?? null, `g${index}-both`));
  };
}

function clipWriter(page: Document, index: number, newFilter: () => WriteFilter) {
  const side = page.getElementById(`s${index}`);
  const adjustment = side?.querySelector<HTMLElement>(':scope > .clip') ?? null;
  const place = page.getElementById(`p${index}`) ?? adjustment;
  const look = page.getElementById(`l${index}`);
  const cut = page.getElementById(`k${index}`);
  const text = page.getElementById(`t${index}`);
  const resting = text?.innerHTML ?? '';
  const videos = [...(side?.querySelectorAll('video') ?? [])];
  const frame = side?.querySelector('iframe') ?? null;
  const writeSide = newFilter();
  const writeLook = newFilter();
  let written = resting;
  if (!side || !place) return () => undefined;
  const followFrame = frame ? followTime(frame) : null;

  return (clip: ClipAppearance | null): void => {
    const onSide = clip?.side ?? null;
    put(side, 'opacity', clip ? short(onSide?.opacity ?? 1) : '');
    put(side, 'transform', cssMatrix(onSide?.matrix ?? identity));
    put(side, 'mix-blend-mode', onSide?.adds ? 'plus-lighter' : '');
    put(side, 'filter', writeSide(onSide?.filter ?? null, `c${index}-side`));
    put(place, 'transform', cssMatrix(clip?.matrix ?? identity));
    put(place, 'opacity', clip && clip.opacity < 1 ? short(clip.opacity) : '');
    const looked = writeLook(clip?.look ?? null, `c${index}-look`);
    if (adjustment) put(adjustment, 'backdrop-filter', looked);
    else if (look) put(look, 'filter', looked);
    put(cut ?? place, 'clip-path', clip?.clipPath ?? '');
    const markup = clip?.text ?? resting;
    if (text && markup !== written) {
      text.innerHTML = markup;
      written = markup;
    }
    if (clip?.sourceSec !== null && clip?.sourceSec !== undefined) {
      for (const video of videos) followSource(video, clip.sourceSec);
    }
    if (clip) followFrame?.(clip.localSec);
  };
}

function put(element: HTMLElement, property: string, value: string): void {
  if (element.style.getPropertyValue(property) !== value) element.style.setProperty(property, value);
}

function cssMatrix({ a, b, c, d, tx, ty }: Matrix): string {
  if (a === 1 && b === 0 && c === 0 && d === 1 && tx === 0 && ty === 0) return '';
  return `matrix(${[a, b, c, d, tx, ty].map(short).join(', ')})`;
}

function cssBlend(blend: string): string {
  return blend === 'add' ? 'plus-lighter' : blend;
}
