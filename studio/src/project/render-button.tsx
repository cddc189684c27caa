import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { variablesQuery } from '../home/project-queries.ts';
import { RenderForm } from '../renders/render-form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Waiting } from '../ui/spinner.tsx';
import { mediaQuery } from './media-queries.ts';

interface RenderButtonProps {
  projectId: string;
  /** Size of the project's canvas, in pixels. */
  size: { width: number; height: number };
  isDisabled: boolean;
}

/** Button that opens a dialog for the render options. Starting the render opens the render's page. */
export function RenderButton({ projectId, size, isDisabled }: RenderButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  const { data: variables } = useQuery({ ...variablesQuery(projectId), enabled: isOpen });
  const pages = useInfiniteQuery({ ...mediaQuery, enabled: isOpen });
  return (
    <>
      <Button disabled={isDisabled} icon="film" onClick={() => setIsOpen(true)}>
        Render
      </Button>
      <Dialog
        isOpen={isOpen}
        lead="The project is rendered as it is now; what did not change since the last time is reused."
        onClose={() => setIsOpen(false)}
        title="Render"
      >
        {!variables && <Waiting />}
        {variables && (
          <RenderForm
            action="Start"
            onCancel={() => setIsOpen(false)}
            onStarted={(renderId) => navigate({ to: '/renders/$renderId', params: { renderId } })}
            media={pages.data?.pages.flatMap((page) => page.media) ?? []}
            mediaPages={pages}
            projectId={projectId}
            size={size}
            variables={variables}
          />
        )}
      </Dialog>
    </>
  );
}
