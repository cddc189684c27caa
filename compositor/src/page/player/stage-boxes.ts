import type { StageBox } from './stage-messages.ts';

/** Returns the positions of the currently visible clips, bottom first. */
export function visibleBoxes(page: Document): StageBox[] {
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
 * Computes the matrix from an element's own pixels to canvas pixels. Assumes that every ancestor up to the root
 * transforms about its own top left corner.
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
