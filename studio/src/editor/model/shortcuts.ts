/** Keys of the editor, as the list of them shows. */
export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'Play or pause'],
  ['J / K / L', 'Play backwards, stop, play; again for twice as fast'],
  ['← →', 'A frame back or on; with Shift a second'],
  ['Home / End', 'To the start, to the end'],
  ['S', 'Split at the playhead'],
  ['Q / W', 'Trim the start, the end, to the playhead'],
  ['Delete', 'Delete; with Shift close the gap'],
  ['Ctrl Z / Ctrl Y', 'Undo, redo'],
  ['Ctrl D', 'Duplicate'],
  ['Ctrl A', 'Pick all clips'],
  ['T / M', 'Add a text, a marker'],
  ['N', 'Snapping on or off; hold Shift in a drag'],
  ['+ / −', 'Zoom the timeline; or Ctrl and the wheel'],
  ['Ctrl K', 'Find a command'],
  ['Escape', 'Give up a drag, pick nothing'],
  ['?', 'This list'],
];
