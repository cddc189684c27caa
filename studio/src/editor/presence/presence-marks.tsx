import { Icon } from '../../ui/icon.tsx';
import { initialsOf, PROGRAM_NAMES, usePresence, windowColor } from './presence-store.ts';

/** Maximum number of visible windows in the top bar. */
const MOST_WINDOWS = 5;

/** List of the other windows and programs in the project, and the last change by others in words, for the top bar. */
export function PresenceBar() {
  const { windows, programs, change } = usePresence();
  const more = windows.length - MOST_WINDOWS;
  return (
    <>
      {(windows.length > 0 || programs.length > 0) && (
        <ul aria-label="Also in this project" className="ml-1 flex items-center gap-1">
          {windows.slice(0, MOST_WINDOWS).map(({ windowId, name }) => (
            <li key={windowId}>
              <span
                className="grid size-6.5 place-items-center rounded-full text-[11px] font-semibold text-black"
                data-window={windowId}
                style={{ background: windowColor(windowId) }}
                title={`${name}, another window`}
              >
                <span aria-hidden="true">{initialsOf(name)}</span>
                <span className="sr-only">{name}, another window</span>
              </span>
            </li>
          ))}
          {more > 0 && <li className="text-[13px] text-soft">+{more}</li>}
          {programs.map((via) => (
            <li key={via}>
              <span
                className="grid size-6.5 place-items-center rounded-full bg-active text-soft"
                title={PROGRAM_NAMES[via]}
              >
                <Icon name={via === 'api' ? 'code' : 'bot'} size={14} />
                <span className="sr-only">{PROGRAM_NAMES[via]}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p aria-live="polite" className="min-w-0 truncate text-[13px] text-soft" data-testid="other-change">
        {change?.text}
      </p>
    </>
  );
}

/** Playheads of other windows on the ruler. */
export function OtherPlayheads({ pxPerSec }: { pxPerSec: number }) {
  const windows = usePresence((state) => state.windows);
  return windows.map(({ windowId, name, playheadSec }) => (
    <span
      className="pointer-events-none absolute inset-y-0 w-0.5"
      data-playhead-of={windowId}
      key={windowId}
      style={{ left: playheadSec * pxPerSec, background: windowColor(windowId) }}
    >
      <span
        aria-hidden="true"
        className="absolute top-0 left-0 rounded-r-sm px-1 text-[10px] leading-3.5 font-semibold text-black"
        style={{ background: windowColor(windowId) }}
      >
        {initialsOf(name)}
      </span>
      <span className="sr-only">
        Playhead of {name} at {playheadSec.toFixed(2)} s
      </span>
    </span>
  ));
}

/** Returns the colour of the first other window that has selected a clip; undefined when none has. */
export function useSelectionColor(clipId: string): string | undefined {
  return usePresence(({ windows }) => {
    const other = windows.find(({ clipIds }) => clipIds.includes(clipId));
    return other && windowColor(other.windowId);
  });
}
