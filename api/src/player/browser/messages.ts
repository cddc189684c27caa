/** Message from the embedding page to the frame that plays the HTML preview. */
export interface ToFilm {
  film: { play: boolean } | { seekSec: number };
}

/** Message from the frame to the embedding page, sent at each displayed time. */
export interface FromFilm {
  shown: { timeSec: number; durationSec: number; isPlaying: boolean };
}
