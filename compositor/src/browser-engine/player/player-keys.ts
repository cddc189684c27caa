/** Actions of a player that keys start. */
export interface KeyActions {
  toggle(): void;
  toggleMuted(): void;
  toggleFullscreen(): void;
  /** Shows a time in seconds; the end for a time after it. */
  seek(timeSec: number): void;
  /** Moves by seconds, forward or back. */
  seekBy(sec: number): void;
  /** Changes the volume by a part of its range. */
  turnBy(change: number): void;
}

/** Steps of the arrow keys: left and right in seconds, up and down as a part of the volume. */
const STEP = { sec: 5, volume: 0.1 };

const actions: Readonly<Record<string, (player: KeyActions) => void>> = {
  ' ': (player) => player.toggle(),
  m: (player) => player.toggleMuted(),
  f: (player) => player.toggleFullscreen(),
  ArrowLeft: (player) => player.seekBy(-STEP.sec),
  ArrowRight: (player) => player.seekBy(STEP.sec),
  ArrowUp: (player) => player.turnBy(STEP.volume),
  ArrowDown: (player) => player.turnBy(-STEP.volume),
  Home: (player) => player.seek(0),
  End: (player) => player.seek(Number.MAX_VALUE),
};

/**
 * Does what a key means for a player, and keeps the browser from its own action. Keys with Ctrl, Alt or Meta, and those
 * that the focused control takes itself, have no meaning.
 */
export function takeKey(event: KeyboardEvent, player: KeyActions): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
  const [target] = event.composedPath();
  const isOnButton = target instanceof HTMLButtonElement;
  const isOnVolume = target instanceof HTMLInputElement && target.part.contains('volume');
  if (!action || (isOnButton && key === ' ') || (isOnVolume && key.length > 1)) return;
  event.preventDefault();
  action(player);
}
