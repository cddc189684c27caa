import { FramemillError } from '@framemill/timeline';
import { type ApiClient, readList, readNumber, readString, walk } from './api-client.ts';
import { type FilmMedia, filmClips, filmSettings, filmTracks } from './film.ts';
import type { Command, FilmClip } from './film-parts.ts';

/**
 * Creates the sample video as a project, with three requests: for the tracks, for the clips, and for the commands that
 * need the clips' ids. Returns the id of the project.
 */
export async function makeProject(api: ApiClient, media: FilmMedia): Promise<string> {
  const addTracks = filmTracks.map((track) => ({ op: 'addTrack', ...track }));
  const created = await api.post('/projects', { name: 'Framemill sample', commands: [filmSettings, ...addTracks] });
  const projectId = readString(created, 'project', 'id');
  assertAllDone(created);
  const trackIds = new Map<string, number>();
  filmTracks.forEach((track, index) => {
    trackIds.set(track.label, readNumber(created, 'results', index + 1, 'data', 'trackId'));
  });

  const clips = filmClips(media);
  const added = await apply(
    api,
    projectId,
    clips.map((clip) => placed(clip, trackIds)),
  );
  const ids = clips.map((_, index) => readString(added, 'results', index, 'data', 'clipId'));
  await apply(
    api,
    projectId,
    clips.flatMap((clip, index) => refine(clip, ids[index] ?? '')),
  );
  return projectId;
}

function placed(clip: FilmClip, trackIds: ReadonlyMap<string, number>): Command {
  const trackIndex = typeof clip.track === 'number' ? clip.track : trackIds.get(clip.track);
  if (trackIndex === undefined) throw new FramemillError('internal_error', `The sample has no track "${clip.track}".`);
  return { ...clip.add, trackIndex };
}

/** Returns the commands that set a clip's position and keyframes. */
export function refine(clip: FilmClip, clipId: string): Command[] {
  const placing = (clip.after ?? []).map((command) => ({ ...command, clipId }));
  const moving = Object.entries(clip.motion ?? {}).flatMap(([prop, motion]) =>
    motion.map(([time, value, easing]) => ({
      op: 'addKeyframe',
      clipId,
      prop,
      time,
      value,
      ...(easing ? { easing } : {}),
    })),
  );
  return [...placing, ...moving];
}

async function apply(api: ApiClient, projectId: string, commands: readonly Command[]): Promise<unknown> {
  const answer = await api.post(`/projects/${projectId}/commands`, { commands });
  assertAllDone(answer);
  return answer;
}

function assertAllDone(answer: unknown): void {
  const failed = readList(answer, 'results').filter((result) => walk(result, ['ok']) !== true);
  if (failed.length > 0) {
    throw new FramemillError(
      'internal_error',
      `Commands of the sample failed: ${JSON.stringify(failed).slice(0, 800)}`,
    );
  }
}
