import {
  type Clip,
  type Document as ComposedDocument,
  type TextEngine,
  type TextRow,
  textRows,
} from '@framemill/timeline';
import { identity } from '../../graph/matrix.ts';
import type { Size } from '../../graph/placement.ts';
import { compositionParts } from '../composition-page.ts';
import { boxLayout } from '../scene/clip-box.ts';
import type { FromStage, StageBox, StageMedia, ToStage } from '../stage-messages.ts';
import { createStageFilm } from './stage-film.ts';
import { openStageFonts } from './stage-fonts.ts';
import { createStagePage } from './stage-page.ts';

// Script of the stage, an editor's preview: it lays out the documents that the editor sends and shows a time of them.
// Its frame has an origin of its own, so that content of a project cannot reach the editor.

const film = createStageFilm(document, () => {
  tell({ stage: 'shown', timeSec: film.timeSec(), isPlaying: film.isPlaying() });
  if (!film.isPlaying() && !isPutting) tellBoxes();
});
const page = createStagePage(document);
const opened = openStageFonts();
let latest: { number: number; document: ComposedDocument; media: StageMedia[]; textClipId?: string } | null = null;
let clips: ReadonlyMap<string, Clip> = new Map();
let isBusy = false;
let boxesWanted = false;
/**
 * Whether a new document is being laid out in the page. The boxes of its clips are then sent with the `laid-out`
 * message.
 */
let isPutting = false;

addEventListener('message', ({ data, source }: MessageEvent<ToStage>) => {
  if (source !== parent) return;
  if (data.stage === 'layers') {
    document.documentElement.classList.toggle('html-only', data.shown === 'html');
    film.setVideos(data.shown === 'all');
  } else if (data.stage === 'seek') film.seek(data.timeSec);
  else if (data.stage === 'play') film.play(data.rate, data.fromSec);
  else if (data.stage === 'follow') film.follow(data.timeSec);
  else if (data.stage === 'pause') film.pause();
  else if (data.stage === 'document') {
    const { number, document: rest, media, textClipId } = data;
    const fresh = new Map(data.clips.map((clip) => [clip.id, clip]));
    const all = data.clipIds.flatMap((id) => fresh.get(id) ?? clips.get(id) ?? []);
    clips = new Map(all.map((clip) => [clip.id, clip]));
    latest = { number, document: { ...rest, clips: all }, media, textClipId };
    void layOut();
  }
});

/** Lays out the latest document. Skips documents that were replaced by a newer one in the meantime. */
async function layOut(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  while (latest) {
    const { number, document: composition, media, textClipId } = latest;
    latest = null;
    try {
      const fonts = await opened;
      const bySrc = new Map(media.map((one) => [one.src, one]));
      const uploaded = fonts.uploaded(media);
      const text = composition.clips.find(({ id }) => id === textClipId);
      const { parts, rows } = await fonts.withFonts(async (engine) => ({
        parts: await compositionParts({
          ...{ document: composition, engine, fonts: uploaded },
          media: (src) => bySrc.get(src) ?? null,
        }),
        rows: text && clipRows(text, engine.withFonts(uploaded), composition.settings),
      }));
      isPutting = true;
      film.open(page.put(parts));
      tell({ stage: 'laid-out', number, boxes: visibleBoxes(document), rows });
    } catch (error) {
      tell({ stage: 'failed', message: error instanceof Error ? error.message : String(error) });
    } finally {
      isPutting = false;
    }
  }
  isBusy = false;
}

/**
 * Returns the lines of a text clip in pixels of its box before scale and rotation. `canvas` is the size of the
 * document. Empty for a clip without a text, and for a text without a width, which has no box.
 */
function clipRows(clip: Clip, engine: TextEngine, canvas: Size): TextRow[] {
  if (!clip.textStyle) return [];
  const layout = engine.layout(clip.textStyle);
  if (layout.width <= 0) return [];
  const { a, d, tx, ty } = boxLayout(clip, layout, canvas).pictures.at(-1)?.fromImage ?? identity;
  return textRows(layout, clip.textStyle.content).map(({ start, end, top, bottom, x, cells }) => ({
    ...{ start, end, top: ty + d * top, bottom: ty + d * bottom, x: tx + a * x },
    cells: cells.map((cell) => ({ ...cell, left: tx + a * cell.left, right: tx + a * cell.right })),
  }));
}

function tellBoxes(): void {
  if (boxesWanted) return;
  boxesWanted = true;
  requestAnimationFrame(() => {
    boxesWanted = false;
    tell({ stage: 'boxes', timeSec: film.timeSec(), boxes: visibleBoxes(document) });
  });
}

function tell(message: FromStage): void {
  parent.postMessage(message, '*');
}

tell({ stage: 'ready' });

/** Returns the positions of the currently visible clips, bottom first. */
function visibleBoxes(page: Document): StageBox[] {
  const places = [...page.querySelectorAll<HTMLElement>('.place')];
  return places.flatMap((place) => {
    const clip = place.querySelector<HTMLElement>('.clip');
    const clipId = clip?.dataset.clip;
    if (!clip || clipId === undefined || clip.style.visibility !== 'visible') return [];
    const matrix = matrixOf(place);
    const { offsetWidth: width, offsetHeight: height } = place;
    const corners = [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ].map(([x = 0, y = 0]): [number, number] => {
      const point = matrix.transformPoint({ x, y });
      return [point.x, point.y];
    });
    return [{ clipId, corners, size: [width, height] }];
  });
}

/**
 * Returns the matrix from an element's own pixels to canvas pixels. Assumes that all ancestors up to the root have
 * their transform origin in their top left corner.
 */
function matrixOf(element: HTMLElement): DOMMatrix {
  let matrix = new DOMMatrix();
  for (let at: HTMLElement | null = element; at && at.id !== 'root'; at = at.parentElement) {
    const { transform } = getComputedStyle(at);
    const own = new DOMMatrix(transform === 'none' ? undefined : transform);
    matrix = new DOMMatrix().translate(at.offsetLeft, at.offsetTop).multiply(own).multiply(matrix);
  }
  return matrix;
}
