import { createFilmPlayer } from '@framemill/compositor/player';
import type { FromFilm, ToFilm } from './messages.ts';

// Runs inside the frame of the HTML preview. Plays or seeks it on messages of the embedding page.

const player = createFilmPlayer(window, (shown) => {
  const message: FromFilm = { shown };
  parent.postMessage(message, '*');
});

addEventListener('message', ({ data, source }: MessageEvent<Partial<ToFilm>>) => {
  if (source !== parent || data.film === undefined) return;
  if ('seekSec' in data.film) player.seek(data.film.seekSec);
  else if (data.film.play) player.play();
  else player.pause();
});

player.seek(0);
