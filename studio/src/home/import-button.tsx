import type { SessionPaths } from '@framemill/api/session-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { amountText } from '../ui/format.ts';
import { notify } from '../ui/toast.tsx';

type Imported = SessionPaths['/v1/projects/import']['post']['responses'][201]['content']['application/json'];

/**
 * Button that creates a project from a file of another program (Shotstack edit, OpenTimelineIO, EDL) or from subtitles
 * (SRT, VTT). A dialog lists what differs from the file before the project opens.
 */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [imported, setImported] = useState<Imported | null>(null);
  const open = (projectId: string) => navigate({ to: '/projects/$projectId/edit', params: { projectId } });
  const bring = useMutation({
    async mutationFn(file: File) {
      const data = await file.text();
      if (data.length > MOST_CHARACTERS) throw new Error(tooLong(file.name, data.length));
      const name = file.name.replace(/\.\w+$/, '').slice(0, 200) || 'Imported';
      const subtitles = /\.(srt|vtt)$/i.exec(file.name)?.[1]?.toLowerCase();
      if (subtitles === undefined) return answerOf(api.POST('/v1/projects/import', { body: { file: data, name } }));
      const command = { op: 'importSubtitles', format: subtitles, data };
      return answerOf(api.POST('/v1/projects', { body: { name, commands: [command] } }));
    },
    async onSuccess(answer) {
      void client.invalidateQueries({ queryKey: ['projects'] });
      if ('report' in answer && answer.report.length + answer.missing.length > 0) {
        setImported(answer);
        return;
      }
      const failed = 'results' in answer ? answer.results.find((result) => !result.ok) : undefined;
      if (failed)
        notify.bad(`The import failed: ${'error' in failed ? String(failed.error) : 'open the project for details'}`);
      await open(answer.project.id);
    },
  });
  return (
    <>
      <input
        accept=".json,.otio,.edl,.srt,.vtt"
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
        title="Shotstack edit (JSON), OTIO, EDL, SRT or VTT"
      >
        Import
      </Button>
      {imported && (
        <ImportReport imported={imported} onClose={() => setImported(null)} onOpen={() => open(imported.project.id)} />
      )}
    </>
  );
}

/** Maximum length of an imported file, in characters. */
const MOST_CHARACTERS = 900_000;

function tooLong(name: string, length: number): string {
  return `The file ${name} has ${length} characters; the limit is ${MOST_CHARACTERS}. Split it into smaller files.`;
}

interface ImportReportProps {
  imported: Imported;
  onClose(): void;
  onOpen(): void;
}

/** Dialog with the media that are missing, and everything else that differs from the imported file. */
function ImportReport({ imported: { project, report, missing }, onClose, onOpen }: ImportReportProps) {
  return (
    <Dialog
      isOpen
      lead="The project is ready. This is what differs from the file."
      onClose={onClose}
      title={`Imported ${project.name}`}
      width="wide"
    >
      {missing.length > 0 && (
        <section>
          <h3 className="mb-1 font-semibold">{amountText(missing.length, 'missing file')}</h3>
          <p className="mb-2 text-soft">
            Their clips are placeholders. Upload the files, select each placeholder and choose its file under “Replace
            with”.
          </p>
          <ul className="mb-4 list-disc pl-5">
            {missing.map(({ src, name, clipIds }) => (
              <li className="break-all" key={clipIds[0]}>
                {name}
                {src !== name && src !== '' && <span className="text-soft"> {src}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {report.length > 0 && (
        <section>
          <h3 className="mb-1 font-semibold">{amountText(report.length, 'difference')}</h3>
          <ul className="divide-y divide-line">
            {report.map(({ path, what, why, substitute }) => (
              <li className="py-2" key={`${path} ${why}`}>
                {why}
                {substitute !== null && <span className="text-soft"> Instead: {substitute}</span>}
                <span className="block font-mono text-xs break-all text-soft">
                  {path}
                  {what !== '' && `: ${what}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <DialogActions>
        <Button onClick={onOpen} tone="primary">
          Open the project
        </Button>
      </DialogActions>
    </Dialog>
  );
}
