import type { SessionPaths } from '@framemill/api/session-client';
import { changeParts } from '@framemill/timeline';
import { create } from 'zustand';
import { titleOf } from '../../ui/labels.ts';
import type { Entry } from '../sync/edit.ts';

/** Others in a project, as the service lists them. */
type Others =
  SessionPaths['/api/studio/projects/{id}/presence']['post']['responses'][200]['content']['application/json'];

/** Another window that has the project open, with its playhead and selection: an editor, or a guest's review page. */
export type OtherWindow = Others['windows'][number];

/** Program that has changed the project a short time ago, with the clips of its last change. */
export type PresentProgram = Others['programs'][number];

/** Event of the project's stream: the place of a window, or that it was closed. */
export type PresenceEvent = OtherWindow | { windowId: string; isGone: true };

/** Change that was made outside of this window. */
export interface OtherChange {
  /** Revision that it led to. */
  rev: number;
  /** Its commands in words, such as `Set text style and 1 more`. */
  what: string;
  /** Origin of the change, such as `api`. */
  via: string;
  /** Id of the program that made it; null: a person. */
  programId: string | null;
  /** Id of the window that made it; null when it is not the only other one, or a program made the change. */
  windowId: string | null;
  /** Ids of the clips that it changed. */
  clipIds: ReadonlySet<string>;
}

interface Presence {
  windows: readonly OtherWindow[];
  programs: readonly PresentProgram[];
  /** Last change by others; null when it was a while ago. */
  change: OtherChange | null;
}

const NOBODY: Presence = { windows: [], programs: [], change: null };

/** Store with the other windows, and the programs, that are in the open project. */
export const usePresence = create<Presence>(() => NOBODY);

/** Sets who else is in the project, as the service lists them. */
export function setOthers({ windows, programs }: Others): void {
  const before = usePresence.getState();
  // Most messages bring nothing new, and windows without others must not be drawn again.
  if (windows.length + programs.length + before.windows.length + before.programs.length === 0) return;
  usePresence.setState({ windows, programs: inOrder(programs) });
}

/** Takes over an event of another window. */
export function takeWindow(event: PresenceEvent): void {
  const others = usePresence.getState().windows.filter(({ windowId }) => windowId !== event.windowId);
  const windows = 'isGone' in event ? others : [...others, event];
  usePresence.setState({ windows: windows.toSorted((a, b) => (a.windowId < b.windowId ? -1 : 1)) });
}

/** Time that a change by others is displayed, in ms. */
const CHANGE_MS = 8_000;

/** Words for the origins of changes. */
const ORIGINS: Record<string, string> = {
  ...{ editor: 'in another window', api: 'with the API', mcp: 'by an assistant (MCP)' },
  ...{ planner: 'with the assistant', bot: 'with a bot' },
};

/** Names of the kinds of programs that change projects, by the origin of their changes. */
export const PROGRAM_NAMES: Record<string, string> = { api: 'API', mcp: 'Assistant (MCP)', bot: 'Bot' };

let changeTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a change by others for a while, and its program among those that are present. Returns whether the name of this
 * program is not known yet.
 */
export function noteChange(entry: Entry): boolean {
  const { author, rev, changes, programId = null } = entry;
  const { windows, programs } = usePresence.getState();
  const clipIds = [...changeParts(changes)].flatMap((part) => (part.startsWith(CLIP) ? [part.slice(CLIP.length)] : []));
  const editors = windows.filter(({ kind }) => kind === 'editor');
  const windowId = programId === null && editors.length === 1 ? (editors[0]?.windowId ?? null) : null;
  const change = { rev, what: changeText(entry), via: author.via, programId, windowId, clipIds: new Set(clipIds) };
  usePresence.setState({ change });
  clearTimeout(changeTimer);
  changeTimer = setTimeout(() => usePresence.setState({ change: null }), CHANGE_MS);
  if (programId === null) return false;
  const known = programs.find((one) => one.programId === programId);
  const program = { programId, via: author.via, name: known?.name ?? '', clipIds };
  usePresence.setState({ programs: inOrder([...programs.filter((one) => one !== known), program]) });
  return !known?.name;
}

/** Beginning of the part of a document that is a clip. */
const CLIP = 'clip ';

/** Forgets everything about the project that was open. */
export function clearPresence(): void {
  clearTimeout(changeTimer);
  usePresence.setState(NOBODY);
}

function inOrder(programs: readonly PresentProgram[]): PresentProgram[] {
  return programs.toSorted((a, b) => (a.programId < b.programId ? -1 : 1));
}

function changeText({ commands, undoes, restores }: Entry): string {
  if (undoes !== null) return `Undid version ${undoes}`;
  if (restores !== null) return `Restored version ${restores}`;
  const [first, ...others] = commands;
  const title = first ? titleOf(first.op) : 'Change';
  return others.length > 0 ? `${title} and ${others.length} more` : title;
}

/** Returns a sentence about a change by others, such as `Set text style, Montage with the API`. */
export function changeSentence({ programs }: Presence, { what, via, programId }: OtherChange): string {
  const name = programs.find((one) => one.programId === programId)?.name;
  const origin = ORIGINS[via] ?? 'by others';
  return name ? `${what}, ${name} ${origin}` : `${what}, ${origin}`;
}

/** Returns the name of who made a change: of a program or its kind, or of the person in the other window. */
export function authorName({ windows, programs }: Presence, { via, programId, windowId }: OtherChange): string {
  const program = programs.find((one) => one.programId === programId);
  const window = windows.find((one) => one.windowId === windowId);
  return (program?.name || PROGRAM_NAMES[via]) ?? window?.name ?? 'Another window';
}

/** Returns the name of a program; of one whose name is not known yet, that of its kind. */
export function programName({ name, via }: PresentProgram): string {
  return name || (PROGRAM_NAMES[via] ?? 'Program');
}

/** Colours of people and programs: each has a dark text on it, and can be seen on both themes. */
const COLORS = ['#2bb3c4', '#3fbf7f', '#e0a92e', '#ff7d8a', '#b494f0', '#f08a4b'];

/** Colour of changes by one of several windows. */
const UNKNOWN_COLOR = '#98a1ac';

/** Returns the colour of a window or program, by its id. It is the same in all windows. */
export function personColor(id: string): string {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return COLORS[hash % COLORS.length] ?? UNKNOWN_COLOR;
}

/** Returns the colour of who made a change. */
export function authorColor({ programId, windowId }: OtherChange): string {
  const id = programId ?? windowId;
  return id === null ? UNKNOWN_COLOR : personColor(id);
}

/** Returns the initials of a name, at most two letters: `AL` for `Ada Lovelace`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word = '') => [...word][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}
