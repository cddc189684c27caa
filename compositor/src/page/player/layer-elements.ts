import { identity, type Matrix } from '../../graph/matrix.ts';
import type { SvgEffects } from '../filter/svg-effects.ts';
import { short } from '../markup-values.ts';
import type { ClipAppearance, GroupAppearance } from '../scene/appearance.ts';
import type { DefsKeeper, DefsSlot } from './defs-keeper.ts';

/**
 * Page element to which an appearance is written in two steps: first its filters and masks (definitions), then its
 * style.
 */
export interface LayerElement<A> {
  /**
   * Writes the definitions; null hides the element. Returns true when filters changed: they must then be laid out
   * before `style` is called.
   */
  define(appearance: A | null): boolean;
  style(appearance: A | null): void;
  /** Removes the definitions that were created for the element. Called when the element leaves the page. */
  remove(): void;
}

/** Returns the element of a group of clips connected by transitions. */
export function groupElement(page: Document, index: number, defs: DefsKeeper): LayerElement<GroupAppearance> {
  const element = styled(page.getElementById(`g${index}`));
  const both = defs.newSlot();
  return {
    define: (group) => changed([both, group?.filter?.defs, element]),
    style: (group) =>
      element?.set([
        ['mix-blend-mode', cssBlend(group?.blend ?? 'normal')],
        ['filter', group?.filter ? `url(#g${index}-both)` : ''],
      ]),
    remove: () => both.remove(),
  };
}

/** Returns the elements of one clip; null when the page has none. */
export function clipElement(page: Document, index: number, defs: DefsKeeper): LayerElement<ClipAppearance> | null {
  const sideNode = page.getElementById(`s${index}`);
  const side = styled(sideNode);
  if (!sideNode || !side) return null;
  const [place, look, cut] = ['p', 'l', 'k'].map((letter) => styled(page.getElementById(`${letter}${index}`)));
  const onTop = drawingElement(page.getElementById(`o${index}`));
  const adjustment = adjustmentElement(sideNode, defs);
  const texts = [...sideNode.querySelectorAll('.text')];
  const resting = texts[0]?.innerHTML ?? '';
  let written = resting;
  const videos = [...sideNode.querySelectorAll('video')];
  const followFrames = [...sideNode.querySelectorAll('iframe')].map(followTime);
  const sideDefs = defs.newSlot();
  const filterDefs = defs.newSlot();

  return {
    define(clip) {
      if (adjustment) return adjustment.define(clip);
      return changed([sideDefs, clip?.side?.look?.defs, side], [filterDefs, clip?.look?.defs, look, place]);
    },
    style(clip) {
      const onSide = clip?.side ?? null;
      side.set([
        ['opacity', clip ? short(onSide?.opacity ?? 1) : ''],
        ['transform', cssMatrix(onSide?.matrix ?? identity)],
        ['mix-blend-mode', onSide?.adds ? 'plus-lighter' : ''],
        ['filter', onSide?.look?.filter ?? ''],
        ...masked(onSide?.look),
      ]);
      adjustment?.style(clip);
      place?.set([
        ['transform', cssMatrix(clip?.matrix ?? identity)],
        ['opacity', clip && clip.opacity < 1 ? short(clip.opacity) : ''],
        ...masked(clip?.look),
      ]);
      look?.set([['filter', clip?.look?.filter ?? '']]);
      cut?.set([['clip-path', clip?.clipPath ?? '']]);
      onTop?.(clip?.look?.onTop ?? '', clip?.clipPath ?? '');
      const markup = clip?.text ?? resting;
      if (markup !== written) {
        for (const text of texts) text.innerHTML = markup;
        written = markup;
      }
      if (!clip) return;
      if (clip.sourceSec !== null) for (const video of videos) followSource(video, clip.sourceSec);
      for (const follow of followFrames) follow(clip.htmlSec);
    },
    remove() {
      for (const made of [sideDefs, filterDefs, adjustment]) made?.remove();
    },
  };
}

/**
 * Returns the element with the time attributes of an adjustment layer, the only one that can filter the content below
 * it; null for other clips.
 */
function adjustmentElement(side: HTMLElement, defs: DefsKeeper): LayerElement<ClipAppearance> | null {
  const element = side.querySelector<HTMLElement>(':scope > .clip');
  if (!element) return null;
  const look = defs.newSlot();
  const mask = defs.newSlot();
  return {
    define(clip) {
      const isNew = [look.write(clip?.look?.defs ?? ''), mask.write(clip?.adjustment?.defs ?? '')].includes(true);
      if (isNew) for (const property of ['backdrop-filter', 'mask']) element.style.setProperty(property, 'none');
      return isNew;
    },
    style(clip) {
      // The player sets its visibility. The timeline sets these three properties only, and always all of them.
      element.style.setProperty('backdrop-filter', clip?.look?.filter ?? 'none');
      element.style.setProperty('mask', clip?.adjustment ? `url(#${clip.adjustment.maskId})` : 'none');
      element.style.setProperty('opacity', short(clip?.opacity ?? 1));
    },
    remove() {
      for (const slot of [look, mask]) slot.remove();
    },
  };
}

type Declaration = readonly [property: string, value: string];

/**
 * Returns a function that writes the drawings on top of a clip and clips them like its image; null for clips without an
 * element for them.
 */
function drawingElement(element: HTMLElement | null): ((markup: string, clipPath: string) => void) | null {
  if (!element) return null;
  let written = '';
  return (markup, clipPath) => {
    element.style.setProperty('clip-path', clipPath);
    if (markup === written) return;
    element.innerHTML = markup;
    written = markup;
  };
}

/** Element whose whole style attribute the timeline writes. */
interface Styled {
  set(declarations: readonly Declaration[]): void;
  /** Restores the style that the page itself had set. */
  clear(): void;
}

function styled(element: HTMLElement | null): Styled | null {
  if (!element) return null;
  const own = element.getAttribute('style') ?? '';
  let written = own;
  const write = (style: string) => {
    if (style === '') element.removeAttribute('style');
    else if (style !== written) element.setAttribute('style', style);
    written = style;
  };
  return {
    set(declarations) {
      const given = declarations.filter(([, value]) => value !== '').map(([property, value]) => `${property}:${value}`);
      write([own, ...given].filter((part) => part !== '').join(';'));
    },
    clear: () => write(own),
  };
}

function changed(
  ...slots: (readonly [slot: DefsSlot, markup: string | undefined, ...elements: (Styled | null | undefined)[]])[]
): boolean {
  let isNew = false;
  for (const [slot, markup = '', ...elements] of slots) {
    if (!slot.write(markup)) continue;
    for (const element of elements) element?.clear();
    isNew = true;
  }
  return isNew;
}

// A transparent border enlarges the element without moving its content.
function masked(look: SvgEffects | null | undefined): Declaration[] {
  if (!look?.maskId) return [];
  const mask: Declaration = ['mask', `url(#${look.maskId})`];
  const room = short(look.room);
  if (look.room === 0) return [mask];
  return [
    mask,
    ['border', `${room}px solid transparent`],
    ['margin', `-${room}px`],
    ['transform-origin', `${room}px ${room}px`],
  ];
}

function cssMatrix({ a, b, c, d, tx, ty }: Matrix): string {
  if (a === 1 && b === 0 && c === 0 && d === 1 && tx === 0 && ty === 0) return '';
  return `matrix(${[a, b, c, d, tx, ty].map(short).join(',')})`;
}

function cssBlend(blend: string): string {
  if (blend === 'normal') return '';
  return blend === 'add' ? 'plus-lighter' : blend;
}

/**
 * Maximum difference in seconds between a video's time and the wanted time that needs no seek. It avoids decoding the
 * same frame again.
 */
const near = 1e-4;
/**
 * Offset in seconds that is added to a frame's start time, so that rounding in the file cannot select the previous
 * frame.
 */
const inside = 1e-3;

/** Seeks a video to a time of its source, in seconds. Does nothing when the video is already at this time. */
function followSource(video: HTMLVideoElement, sourceSec: number): void {
  const end = Number.isFinite(video.duration) ? video.duration : Number.POSITIVE_INFINITY;
  const wanted = Math.min(sourceSec + inside, Math.max(0, end - inside));
  if (Math.abs(video.currentTime - wanted) > near) video.currentTime = wanted;
}

/**
 * Returns a function that sends a time, in seconds, to the iframe of an html clip. The last time is sent again when the
 * iframe reports that it has loaded.
 */
function followTime(frame: HTMLIFrameElement): (timeSec: number) => void {
  let current = 0;
  const tell = () => frame.contentWindow?.postMessage({ timeSec: current }, '*');
  frame.ownerDocument.defaultView?.addEventListener('message', (event) => {
    if (event.source === frame.contentWindow) tell();
  });
  return (timeSec) => {
    current = timeSec;
    tell();
  };
}
