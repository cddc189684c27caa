import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { projectQuery } from '../home/project-queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { durationText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';

/** What belongs to one project. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId' });
  const { data: project } = useSuspenseQuery(projectQuery(projectId));
  const { name, settings, durationSec, clipCount } = project;
  return (
    <Page
      actions={
        <Link className={buttonClass('primary')} params={{ projectId }} to="/projects/$projectId/edit">
          <Icon name="edit" /> Edit
        </Link>
      }
      lead={`${durationText(durationSec)}, ${clipCount} clips, ${settings.width}x${settings.height} at ${settings.fps} frames/s`}
      title={name}
    >
      {null}
    </Page>
  );
}
