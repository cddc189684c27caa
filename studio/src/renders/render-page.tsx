import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { renderQuery } from './render-queries.ts';
import { RenderStatus } from './render-status.tsx';

/** One render: how far it is, what it is made of, the file. */
export function RenderPage() {
  const { renderId } = useParams({ from: '/shell/renders/$renderId' });
  const { data: render } = useSuspenseQuery(renderQuery(renderId));
  return (
    <Page lead={render.stage} title="Render">
      <RenderStatus status={render.status} />
    </Page>
  );
}
