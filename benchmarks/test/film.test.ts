import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, createDocument, lint, type MediaFacts, parseDocument, totalFrames } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { filmClips, filmSettings, filmTracks } from '../../infra/bootstrap/sample/film.ts';
import { refine } from '../../infra/bootstrap/sample/make-project.ts';

const names = { mountains: 'mountains', ocean: 'ocean', aurora: 'aurora', logo: 'logo', music: 'music' };

function media(src: string): MediaFacts {
  const kind = src === 'logo' ? 'image' : src === 'music' ? 'audio' : 'video';
  return {
    kind,
    sha256: '0'.repeat(64),
    mimeType: 'application/octet-stream',
    sizeBytes: 1,
    width: kind === 'image' ? 512 : kind === 'video' ? 1920 : null,
    height: kind === 'image' ? 512 : kind === 'video' ? 1080 : null,
    durationSec: kind === 'image' ? null : 12,
    fps: kind === 'video' ? 30 : null,
    hasAudio: kind === 'audio',
  };
}

/** Applies the three command requests of the sample video to an empty document, as the service does. */
function buildFilm() {
  let count = 0;
  const context = { newId: (kind: string) => `${kind}-${++count}`, catalogue, media };
  const tracks = filmTracks.map((track) => ({ op: 'addTrack', ...track }));
  const first = applyCommands(createDocument(), [filmSettings, ...tracks], context);
  const trackIds = new Map(filmTracks.map((track, i) => [track.label as string, first.results[i + 1]?.data?.trackId]));
  const clips = filmClips(names);
  const adding = clips.map((clip) => ({
    ...clip.add,
    trackIndex: typeof clip.track === 'number' ? clip.track : trackIds.get(clip.track),
  }));
  const second = applyCommands(first.document, adding, context);
  const refining = clips.flatMap((clip, i) => refine(clip, String(second.results[i]?.data?.clipId)));
  const third = applyCommands(second.document, refining, context);
  const results = [...first.results, ...second.results, ...third.results];
  return { document: third.document, results, refining, adding };
}

test('every command of the sample succeeds and the film is twelve seconds long', () => {
  const { document, results, refining } = buildFilm();
  expect(results.filter((result) => !result.ok)).toEqual([]);
  expect(refining.length).toBeLessThanOrEqual(200);
  expect(parseDocument(document)).toEqual(document);
  expect(totalFrames(document)).toBe(360);
});

test('every clip of the sample stays on the track it was made for', () => {
  const { document, adding } = buildFilm();
  expect(document.clips.map((clip) => clip.trackIndex)).toEqual(adding.map((command) => command.trackIndex));
});

test('the lint has no warning about the sample', () => {
  const { document } = buildFilm();
  expect(lint(document, { media }).filter((entry) => entry.severity === 'warn')).toEqual([]);
});
