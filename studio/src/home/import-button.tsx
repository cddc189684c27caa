import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/toast.tsx';
import { importCommand } from './import-command.ts';

/** Button that creates a project from another editor's file (OpenTimelineIO, EDL) or from subtitles (SRT, VTT). */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const bring = useMutation({
    async mutationFn(file: File) {
      const command = importCommand(file.name, await file.text());
      const name = file.name.replace(/\.\w+$/, '').slice(0, 200) || 'Imported';
      return answerOf(api.POST('/v1/projects', { body: { name, commands: [command] } }));
    },
    async onSuccess({ project, results }) {
      const failed = results.find((result) => !result.ok);
      if (failed) notify.bad(`The import failed: ${'error' in failed ? String(failed.error) : 'see the project'}`);
      void client.invalidateQueries({ queryKey: ['projects'] });
      await navigate({ to: '/projects/$projectId/edit', params: { projectId: project.id } });
    },
  });
  return (
    <>
      <input
        accept=".otio,.edl,.srt,.vtt"
        aria-label="File to import"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) bring.mutate(file);
          target.value = '';
        }}
        ref={input}
        type="file"
      />
      <Button
        icon="upload"
        isBusy={bring.isPending}
        onClick={() => input.current?.click()}
        title="OTIO, EDL, SRT or VTT"
      >
        Import
      </Button>
    </>
  );
}
