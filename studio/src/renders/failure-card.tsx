import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../home/project-queries.ts';
import { sinceText } from '../ui/format.ts';
import { kindLabel, taskLabel } from '../ui/labels.ts';
import { Card } from '../ui/page.tsx';
import type { RenderMap, RenderRecord } from './render-queries.ts';

/**
 * Card with the reason why a render failed, the failed frame ranges and the clips in them. Renders nothing without an
 * error or failed attempts.
 */
export function FailureCard({ render, map }: { render: RenderRecord; map: RenderMap }) {
  const { data: project } = useQuery({ ...projectQuery(render.projectId), enabled: map.failures.length > 0 });
  if (render.error === null && map.failures.length === 0) return null;
  const fps = project?.settings.fps ?? 30;
  const clipsAt = (startFrame: number | null, endFrame: number | null) =>
    startFrame === null || endFrame === null
      ? []
      : (project?.clips ?? []).filter(
          ({ start, duration }) => start * fps < endFrame && (start + duration) * fps > startFrame,
        );
  return (
    <Card title={render.status === 'FAILED' ? 'Why it failed' : 'Failed attempts'}>
      {render.error && (
        <p className="text-bad wrap-anywhere not-last:mb-3">
          <NamedClips projectId={render.projectId} text={render.error} />
        </p>
      )}
      {map.failures.length > 0 && (
        <ul className="flex flex-col gap-3">
          {map.failures.map(({ kind, startFrame, endFrame, nodeId, outcome, error, at }) => (
            <li className="rounded-lg bg-sunken p-3 text-[13px]" key={`${at} ${startFrame}`}>
              <p className="text-soft">
                {startFrame === null ? taskLabel(kind) : `Frames ${startFrame}-${(endFrame ?? 1) - 1}`} on{' '}
                {nodeId ?? 'an unknown node'}, {outcome}, {sinceText(at)}
              </p>
              {error && <p className="mt-1 font-mono break-words">{error}</p>}
              {clipsAt(startFrame, endFrame).length > 0 && (
                <p className="mt-1 text-soft">
                  Clips:{' '}
                  {clipsAt(startFrame, endFrame)
                    .slice(0, 6)
                    .map(({ name }) => name)
                    .join(', ')}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Matches clip ids in messages of the service, with a preceding word "clip". */
const CLIP_ID = /(?:\b[Cc]lip )?\bclip_[0-9a-f]{32}\b/g;

/**
 * Message of the service in which the ids of clips are replaced by the clips' texts or names. An id is not replaced
 * when the project no longer has the clip.
 */
export function NamedClips({ projectId, text }: { projectId: string; text: string }) {
  const isNeeded = text.includes('clip_');
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: isNeeded, retry: false });
  if (!isNeeded) return <>{text}</>;
  const names = new Map(
    (project?.clips ?? []).map((clip) => [clip.id, clip.text || clip.name || kindLabel(clip.type)]),
  );
  const named = text.replaceAll(CLIP_ID, (found) => {
    const name = names.get(found.slice(found.indexOf('clip_')));
    return name === undefined ? found : `“${name.split('\n')[0]?.slice(0, 60)}”`;
  });
  return <span dir="auto">{named}</span>;
}
