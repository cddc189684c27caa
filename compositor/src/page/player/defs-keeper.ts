const SVG = 'http://www.w3.org/2000/svg';

/** Slot for the markup of one filter or mask. */
export interface DefsSlot {
  /**
   * Writes the markup into the slot. Returns true when it differs from the previous markup; elements must then remove
   * their reference to it until `layOut` was called.
   */
  write(markup: string): boolean;
  remove(): void;
}

/** Container element for the filters and masks that the timeline creates. */
export interface DefsKeeper {
  newSlot(): DefsSlot;
  /**
   * Forces a layout of the written definitions. Before it, Chromium shows drawings inside filters without their
   * transforms.
   */
  layOut(): void;
}

/** Adds an empty SVG element for filters and masks to the page, and returns the object that fills it. */
export function createDefsKeeper(page: Document): DefsKeeper {
  const svg = page.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'defs');
  svg.setAttribute('aria-hidden', 'true');
  page.getElementById('root')?.append(svg);
  return {
    newSlot() {
      const defs = page.createElementNS(SVG, 'defs');
      svg.append(defs);
      let written = '';
      return {
        write(markup) {
          if (markup === written) return false;
          defs.innerHTML = markup;
          written = markup;
          return true;
        },
        remove: () => defs.remove(),
      };
    },
    layOut: () => void svg.getBoundingClientRect(),
  };
}
