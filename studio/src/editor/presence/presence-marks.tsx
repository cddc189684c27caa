import { Icon } from '../../ui/icon.tsx';
import {
  authorColor,
  authorName,
  changeSentence,
  initialsOf,
  type OtherChange,
  type OtherWindow,
  PROGRAM_NAMES,
  personColor,
  programName,
  usePresence,
} from './presence-store.ts';

/** Maximum number of visible windows in the top bar. */
const MOST_WINDOWS = 5;

/**
 * List of the people, guests and programs in the project, and the last change by others in words, for the top bar.
 */
export function PresenceBar() {
  const windows = usePresence((state) => state.windows);
  const programs = usePresence((state) => state.programs);
  const sentence = usePresence((state) => state.change && changeSentence(state, state.change));
  const more = windows.length - MOST_WINDOWS;
  return (
    <>
      {(windows.length > 0 || programs.length > 0) && (
        <ul aria-label="Also in this project" className="ml-1 flex min-w-0 items-center gap-1">
          {windows.slice(0, MOST_WINDOWS).map((window) => (
            <li key={window.windowId}>
              <span
                className={`grid size-6.5 place-items-center text-[11px] font-semibold text-black ${window.kind === 'guest' ? 'rounded-md' : 'rounded-full'}`}
                data-window={window.windowId}
                style={{ background: personColor(window.windowId) }}
                title={windowName(window)}
              >
                <span aria-hidden="true">{initialsOf(window.name)}</span>
                <span className="sr-only">{windowName(window)}</span>
              </span>
            </li>
          ))}
          {more > 0 && <li className="text-[13px] text-soft">+{more}</li>}
          {programs.map((program) => (
            <li className="min-w-0" key={program.programId}>
              <span
                className="flex h-6.5 max-w-36 items-center gap-1 rounded-full px-2 text-[11px] font-semibold text-black"
                data-program={program.programId}
                style={{ background: personColor(program.programId) }}
                title={`${programName(program)}, ${PROGRAM_NAMES[program.via] ?? ''}`}
              >
                <Icon className="shrink-0" name={program.via === 'api' ? 'code' : 'bot'} size={14} />
                <span className="truncate" dir="auto">
                  {programName(program)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p aria-live="polite" className="min-w-0 truncate text-[13px] text-soft" data-testid="other-change">
        {sentence}
      </p>
    </>
  );
}

/** Returns the name of a window, with what it is. */
function windowName({ name, kind }: OtherWindow): string {
  return kind === 'guest' ? `${name}, guest` : `${name}, another window`;
}

/** Playheads of other windows on the ruler. */
export function OtherPlayheads({ pxPerSec }: { pxPerSec: number }) {
  const windows = usePresence((state) => state.windows);
  return windows.map(({ windowId, name, playheadSec }) => (
    <span
      className="pointer-events-none absolute inset-y-0 w-0.5"
      data-playhead-of={windowId}
      key={windowId}
      style={{ left: playheadSec * pxPerSec, background: personColor(windowId) }}
    >
      <span
        aria-hidden="true"
        className="absolute top-0 left-0 rounded-r-sm px-1 text-[10px] leading-3.5 font-semibold text-black"
        style={{ background: personColor(windowId) }}
      >
        {initialsOf(name)}
      </span>
      <span className="sr-only">
        Playhead of {name} at {playheadSec.toFixed(2)} s
      </span>
    </span>
  ));
}

/** Returns the colour of the first other window or program that has a clip selected; undefined when none has. */
export function useSelectionColor(clipId: string): string | undefined {
  return usePresence(({ windows, programs }) => {
    const window = windows.find(({ clipIds }) => clipIds.includes(clipId));
    const program = programs.find(({ clipIds }) => clipIds.includes(clipId));
    const id = window?.windowId ?? program?.programId;
    return id === undefined ? undefined : personColor(id);
  });
}

/** Returns the change by others that has just arrived at a clip; null when there is none. */
export function useArrival(clipId: string): OtherChange | null {
  return usePresence(({ change }) => (change?.clipIds.has(clipId) ? change : null));
}

/** Frame of a clip that others have just changed, in their colour and with their name. The top bar reads it out. */
export function ArrivalMark({ change }: { change: OtherChange }) {
  const name = usePresence((state) => authorName(state, change));
  const color = authorColor(change);
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 flex items-end justify-end rounded-md border-2"
      data-arrival
      style={{ borderColor: color }}
    >
      {/* As generated content: the clip is a button, whose label would have to contain the name. */}
      <span
        className="max-w-full truncate rounded-tl-md px-1 text-[10px] leading-3.5 font-semibold text-black after:content-[attr(data-name)]"
        data-name={name}
        dir="auto"
        style={{ background: color }}
      />
    </span>
  );
}
