import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sentenceOf } from '../client/api-error.ts';
import { projectsQuery, variablesQuery } from '../home/project-queries.ts';
import { FIRST_CHOICE, filesOf } from '../renders/render-choice.ts';
import { ExtraFields, extrasOf, NO_EXTRAS } from '../renders/render-extras.tsx';
import { ChoiceFields, FurtherFiles } from '../renders/render-form.tsx';
import { QuoteCard } from '../renders/render-quote.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { amountText } from '../ui/format.ts';
import { type BatchBody, quoteBatch, startBatch } from './batch-queries.ts';
import { TableField } from './table-field.tsx';
import { TablePreview } from './table-preview.tsx';
import { readTable } from './table-rows.ts';

interface NewBatchDialogProps {
  onClose(): void;
  /** Id of the project selected first; when absent, the account's newest project. */
  projectId?: string;
  /** CSV text the table field starts with. */
  firstCsv?: string;
}

/** Dialog that creates a batch: it asks for a project and a table, and shows the table's first rows and a quote. */
export function NewBatchDialog({ onClose, projectId: first, firstCsv = '' }: NewBatchDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const projects = useInfiniteQuery(projectsQuery).data?.pages.flatMap((page) => page.projects) ?? [];
  const [chosen, setChosen] = useState(first ?? '');
  const projectId = chosen || (projects[0]?.id ?? '');
  const size = projects.find(({ id }) => id === projectId)?.settings ?? { width: 1920, height: 1080 };
  const { data: variables } = useQuery({ ...variablesQuery(projectId), enabled: projectId !== '' });
  const [name, setName] = useState('');
  const [csv, setCsv] = useState(firstCsv);
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const [extras, setExtras] = useState(NO_EXTRAS);
  const table = variables && csv.trim() !== '' ? readTable(csv, variables) : null;
  const body: BatchBody = { projectId, csv, name, ...filesOf(choice) };
  const start = useMutation({
    meta: { quiet: true },
    mutationFn: () => startBatch({ ...body, ...extrasOf(extras) }),
    async onSuccess({ id }) {
      await client.invalidateQueries({ queryKey: ['batches'] });
      await navigate({ to: '/batches/$batchId', params: { batchId: id } });
    },
  });
  return (
    <Dialog
      isOpen
      lead="Each row of the table becomes a film of the project as it is now."
      onClose={onClose}
      title="New batch"
      width="wide"
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          <SelectField label="Project" onChange={({ target }) => setChosen(target.value)} value={projectId}>
            {projects.map(({ id, name: title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Name of the batch"
            maxLength={200}
            onChange={({ target }) => setName(target.value)}
            placeholder="for you alone"
            value={name}
          />
        </div>
        <TableField
          help={variables && columnsText(variables)}
          onChange={setCsv}
          problem={table?.problem ?? undefined}
          value={csv}
        />
        {table && table.rows.length > 0 && <TablePreview table={table} />}
        <ChoiceFields choice={choice} onChange={setChoice} size={size} />
        <div>
          <FurtherFiles choice={choice} onChange={setChoice} size={size} />
          <ExtraFields extras={extras} isBatch onChange={setExtras} />
        </div>
        {table && table.problem === null && <QuoteCard ask={() => quoteBatch(body)} of={body} />}
        {start.error && (
          <p className="rounded-lg bg-bad-soft p-2 text-[13px] text-bad" role="alert">
            {sentenceOf(start.error)}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose} tone="quiet">
            Cancel
          </Button>
          <Button disabled={table?.problem !== null} isBusy={start.isPending} tone="primary" type="submit">
            {table?.problem === null ? `Render ${amountText(table.total, 'film')}` : 'Render'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function columnsText(variables: readonly { name: string; default: string | null }[]): string {
  if (variables.length === 0) return 'This project has no variables. Write {{name}} into one of its texts first.';
  const shown = variables.map(({ name, default: own }) => (own === null ? name : `${name} (or ${own || 'nothing'})`));
  return `Columns: ${shown.join(', ')}; reference and name say which film is whose.`;
}
