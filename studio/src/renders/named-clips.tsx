import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../home/project-queries.ts';

/** Matches clip ids in messages of the service, with a preceding word "clip". */
const CLIP_ID = /(?:\b[Cc]lip )?\bclip_[0-9a-f]{32}\b/g;

/**
 * Message of the service with clip ids replaced by the clips' texts or names. Ids of clips that the project no longer
 * has stay.
 */
export function NamedClips({ projectId, text }: { projectId: string; text: string }) {
  const isNeeded = text.includes('clip_');
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: isNeeded, retry: false });
  if (!isNeeded) return <>{text}</>;
  const names = new Map((project?.clips ?? []).map((clip) => [clip.id, clip.text || clip.name || clip.type]));
  const named = text.replaceAll(CLIP_ID, (found) => {
    const name = names.get(found.slice(found.indexOf('clip_')));
    return name === undefined ? found : `“${name.split('\n')[0]?.slice(0, 60)}”`;
  });
  return <span dir="auto">{named}</span>;
}
