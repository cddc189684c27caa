import type { SessionPaths } from '@framemill/api/session-client';
import { create } from 'zustand';
import { titleOf } from '../../ui/labels.ts';
import type { Entry } from '../sync/edit.ts';

/** Another window that has the project open, with its playhead and selection. */
export type OtherWindow =
  SessionPaths['/api/studio/projects/{id}/presence']['post']['responses'][200]['content']['application/json']['windows'][number];

/** Event of the project's stream: the place of a window, or that it was closed. */
export type PresenceEvent = OtherWindow | { windowId: string; isGone: true };

/** Change that somebody else has made. */
export interface OtherChange {
  /** Origin of the change, such as `api`. */
  via: string;
  /** Sentence about it, such as `Set text style, with the API`. */
  text: string;
  rev: number;
}

interface Presence {
  windows: readonly OtherWindow[];
  /** Origins of the programs that have changed the project a short time ago. */
  programs: readonly string[];
  /** Last change by others; null when it was a while ago. */
  change: OtherChange | null;
}

const NOBODY: Presence = { windows: [], programs: [], change: null };

/** Store with the other windows, and the programs, that are in the open project. */
export const usePresence = create<Presence>(() => NOBODY);

/** Sets the other windows, as the service lists them. */
export function setWindows(windows: readonly OtherWindow[]): void {
  // Most messages bring nothing new, and windows without others must not be drawn again.
  if (windows.length > 0 || usePresence.getState().windows.length > 0) usePresence.setState({ windows });
}

/** Takes over an event of another window. */
export function takeWindow(event: PresenceEvent): void {
  const others = usePresence.getState().windows.filter(({ windowId }) => windowId !== event.windowId);
  setWindows('isGone' in event ? others : [...others, event].toSorted((a, b) => (a.windowId < b.windowId ? -1 : 1)));
}

/** Time that a change by others is displayed, and that a program counts as present after its last change, in ms. */
const CHANGE_MS = 8_000;
const PROGRAM_MS = 60_000;

/** Words for the origins of changes. */
const ORIGINS: Record<string, string> = {
  ...{ editor: 'in another window', api: 'with the API', mcp: 'by an assistant (MCP)' },
  ...{ planner: 'with the assistant', bot: 'with a bot' },
};

/** Names of the programs that change projects, by the origin of their changes. */
export const PROGRAM_NAMES: Record<string, string> = { api: 'API', mcp: 'Assistant (MCP)', bot: 'Bot' };

let changeTimer: ReturnType<typeof setTimeout> | undefined;
const programTimers = new Map<string, ReturnType<typeof setTimeout>>();

/** Shows a change by others for a while, and its program among those that are present. */
export function noteChange({ author: { via }, rev, commands, undoes, restores }: Entry): void {
  const change = { via, rev, text: `${changeText(commands, undoes, restores)}, ${ORIGINS[via] ?? 'by others'}` };
  usePresence.setState({ change });
  clearTimeout(changeTimer);
  changeTimer = setTimeout(() => usePresence.setState({ change: null }), CHANGE_MS);
  if (!(via in PROGRAM_NAMES)) return;
  const without = () => usePresence.getState().programs.filter((one) => one !== via);
  usePresence.setState({ programs: [...without(), via].toSorted() });
  clearTimeout(programTimers.get(via));
  programTimers.set(
    via,
    setTimeout(() => usePresence.setState({ programs: without() }), PROGRAM_MS),
  );
}

/** Forgets everything about the project that was open. */
export function clearPresence(): void {
  clearTimeout(changeTimer);
  for (const timer of programTimers.values()) clearTimeout(timer);
  programTimers.clear();
  usePresence.setState(NOBODY);
}

function changeText(commands: Entry['commands'], undoes: number | null, restores: number | null): string {
  if (undoes !== null) return `Undid version ${undoes}`;
  if (restores !== null) return `Restored version ${restores}`;
  const [first, ...others] = commands;
  const title = first ? titleOf(first.op) : 'Change';
  return others.length > 0 ? `${title} and ${others.length} more` : title;
}

/** Colours of other windows: each has a dark text on it, and can be seen on both themes. */
const COLORS = ['#2bb3c4', '#3fbf7f', '#e0a92e', '#ff7d8a', '#b494f0', '#f08a4b'];

/** Returns the colour of a window. It is the same in all windows. */
export function windowColor(windowId: string): string {
  let hash = 0;
  for (const character of windowId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return COLORS[hash % COLORS.length] ?? '#2bb3c4';
}

/** Returns the initials of a name, at most two letters: `AL` for `Ada Lovelace`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word = '') => [...word][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}
