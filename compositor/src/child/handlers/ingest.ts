import { writeFile } from 'node:fs/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { analyseAudio } from '../../audio/analysis/analyse-audio.ts';
import { makeFilmstrip } from '../../ingest/filmstrip.ts';
import { animationPoster } from '../../ingest/ingest-animation.ts';
import { imagePoster, videoPoster } from '../../ingest/poster.ts';
import { makePreviewProxy, mayHaveProxy } from '../../ingest/preview-proxy.ts';
import { probeMedia } from '../../ingest/probe-media.ts';
import { loadKernels } from '../../kernels/load-kernels.ts';
import type { Handler } from '../tasks.ts';

/** Handler that probes a media file for its properties. */
export const probe: Handler<'probe'> = { type: 'probe', run: ({ path, reading }) => probeMedia(path, reading) };

// A poster is made from one frame of at most 50 megapixels.
const heapLimitBytes = 512 * 1024 * 1024;

/** Handler that creates the poster of a video, an image or an animation, and a video's preview proxy and filmstrip. */
export const ingestImages: Handler<'ingest-picture'> = {
  type: 'ingest-picture',
  run: async ({ path, facts, posterPath, proxyPath, filmstripPath }, onProgress) => {
    if (facts.kind === 'image') return { poster: await imagePoster(path, posterPath), proxy: null, filmstrip: null };
    if (facts.kind === 'animation')
      return { poster: await animationPoster(path, posterPath), proxy: null, filmstrip: null };
    const { width, height } = facts;
    if (width === null || height === null) {
      const message = 'The poster cannot be created, because the size of the video is unknown. Upload it again.';
      throw new FramemillError('invalid_request', message);
    }
    // The proxy's codec does not support alpha: files with alpha are read from the original.
    const proxy = facts.hasAlpha || !mayHaveProxy(facts) ? null : await makePreviewProxy(path, proxyPath, onProgress);
    const kernels = loadKernels(heapLimitBytes);
    const poster = await videoPoster(
      kernels,
      proxy ? proxyPath : path,
      { width, height, seek: proxy ? undefined : facts.seek },
      posterPath,
    );
    // A seek in an original may take seconds, so only a proxy is read from end to end.
    const filmstrip = proxy ? await makeFilmstrip(kernels, proxyPath, { width, height }, filmstripPath) : null;
    return { poster, proxy, filmstrip };
  },
};

/**
 * Handler of jobs that measure the audio of a media file. It writes three files: the analysis that commands use (JSON),
 * the waveform (JSON), and the peaks that the editor displays (binary).
 */
export const ingestAudio: Handler<'ingest-sound'> = {
  type: 'ingest-sound',
  run: async ({ path, analysisPath, waveformPath, peaksPath }, onProgress) => {
    const { waveform, peaks, durationSec, ...analysis } = await analyseAudio(path, onProgress);
    await writeFile(analysisPath, JSON.stringify(analysis));
    await writeFile(waveformPath, JSON.stringify({ durationSec, ...waveform }));
    await writeFile(peaksPath, peaks.data);
    return { durationSec, peakLevels: peaks.levels };
  },
};
