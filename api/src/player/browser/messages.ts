/** What the app tells the frame that shows the film. */
export interface ToFilm {
  film: { play: boolean } | { seekSec: number };
}

/** What the frame tells the app, at each time that it shows. */
export interface FromFilm {
  shown: { timeSec: number; durationSec: number; isPlaying: boolean };
}
