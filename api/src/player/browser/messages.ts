/** Message from the embedding page to the frame that plays the HTML preview: a playback command. */
export interface ToFilm {
  film: { play: boolean } | { seekSec: number };
}

/** Message from the frame to the embedding page: the playback state. It is sent whenever a new time is displayed. */
export interface FromFilm {
  shown: { timeSec: number; durationSec: number; isPlaying: boolean };
}
