const SVG = 'http://www.w3.org/2000/svg';

/** A place for one filter or mask. */
export interface DefsSlot {
  /** Puts the markup there; true: it is another than before, and what names it has to let go of it until the layout is done. */
  write(markup: string): boolean;
  remove(): void;
}

/** The filters and masks that the timeline makes, in an element of their own. */
export interface DefsKeeper {
  newSlot(): DefsSlot;
  /** Lays out what was written: Chromium shows drawings inside filters without their transforms until it has. */
  layOut(): void;
}

/** Adds an element for definitions to the page, and keeps what is in it. */
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
