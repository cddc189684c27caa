import type { IconName } from '../../ui/icons.ts';
import type { Tool } from '../model/editor-store.ts';
import type { GestureKind } from './gesture.ts';

/** Timeline tools in toolbar order. */
export const TOOLS: readonly { tool: Tool; label: string; icon: IconName }[] = [
  { tool: 'select', label: 'Select, move and trim', icon: 'pointer' },
  { tool: 'ripple', label: 'Ripple trim: later clips move along', icon: 'ripple' },
  { tool: 'roll', label: 'Roll edit: move a cut', icon: 'roll' },
  { tool: 'slip', label: 'Slip: change the part of the file', icon: 'slip' },
  { tool: 'slide', label: 'Slide: move between adjacent clips', icon: 'slide' },
  { tool: 'razor', label: 'Razor: split at the pointer', icon: 'cut' },
];

/** Modifier keys pressed together with the pointer. */
export interface HeldKeys {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** Width of the trim grips at a clip's ends, in pixels. */
export const GRIP_PX = 7;

/**
 * Returns the gesture that a press on a clip starts, `xPx` from its left edge. At the ends Ctrl rolls and Alt ripples;
 * between them Alt slips, and Alt with Shift slides. Modifier keys take precedence over the tool. A clip too narrow for
 * grips is moved.
 */
export function gestureAt(tool: Tool, xPx: number, widthPx: number, keys: HeldKeys): GestureKind {
  const isMod = keys.ctrlKey || keys.metaKey;
  const edge = widthPx <= GRIP_PX * 3 ? null : xPx <= GRIP_PX ? 'start' : xPx >= widthPx - GRIP_PX ? 'end' : null;
  if (edge) {
    if (isMod || (tool === 'roll' && !keys.altKey)) return `roll-${edge}`;
    if (keys.altKey || tool === 'ripple') return `ripple-${edge}`;
    return `trim-${edge}`;
  }
  if (keys.altKey) return keys.shiftKey ? 'slide' : 'slip';
  return tool === 'slip' || tool === 'slide' ? tool : 'move';
}
