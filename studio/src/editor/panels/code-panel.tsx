import { catalogue } from '@framemill/compositor/capabilities';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.tsx';
import { factsOf } from '../model/media.ts';
import { useEditor } from '../model/use-editor.ts';
import { type CodeKind, editAsCode } from './as-code.ts';
import { projectAsCode } from './project-as-code.ts';
import { projectCommands } from './project-commands.ts';

const KINDS: readonly (readonly [CodeKind, string])[] = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['mcp', 'MCP'],
];

/** Code panel: API calls that repeat the last edits, or a program that creates a copy of the project. */
export function CodePanel() {
  const [kind, setKind] = useState<CodeKind>('curl');
  const [isWhole, setIsWhole] = useState(false);
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="flex flex-wrap gap-1">
        {KINDS.map(([one, name]) => (
          <Button
            aria-pressed={one === kind}
            key={one}
            onClick={() => setKind(one)}
            size="small"
            tone={one === kind ? 'plain' : 'quiet'}
          >
            {name}
          </Button>
        ))}
      </div>
      <label className="flex items-center gap-2 text-[13px] text-soft">
        <input
          checked={isWhole}
          className="size-4 accent-accent"
          onChange={({ target }) => setIsWhole(target.checked)}
          type="checkbox"
        />
        Whole project
      </label>
      {isWhole ? <ProjectCode kind={kind} /> : <RecentEdits kind={kind} />}
    </div>
  );
}

function RecentEdits({ kind }: { kind: CodeKind }) {
  const recent = useEditor((state) => state.recent);
  const projectId = useEditor((state) => state.projectId);
  if (recent.length === 0) {
    return (
      <p className="text-soft">Make an edit to see the same call for the API, the typed client or an assistant.</p>
    );
  }
  return recent
    .slice(0, 20)
    .map((edit) => (
      <CodeBlock
        key={edit.batchId}
        text={editAsCode(kind, edit, { origin: location.origin, projectId })}
        title={edit.label}
      />
    ));
}

/** Maximum number of clips of a project that is shown as a program. */
const MOST_CLIPS = 1_000;

/** Code that creates a copy of the whole project. */
function ProjectCode({ kind }: { kind: CodeKind }) {
  const document = useEditor((state) => state.sync.document);
  const bySrc = useEditor((state) => state.bySrc);
  const isLong = document.clips.length > MOST_CLIPS;
  const text = useMemo(() => {
    if (isLong) return '';
    const media = (src: string) => {
      const record = bySrc.get(src);
      return record ? factsOf(record) : null;
    };
    const batches = projectCommands(document, { catalogue, media });
    return projectAsCode(kind, { name: document.settings.name, batches, origin: location.origin });
  }, [document, bySrc, kind, isLong]);
  if (isLong) {
    return (
      <p className="text-soft">
        Not available for projects with more than {MOST_CLIPS} clips. Duplicate the project, or read it with the API.
      </p>
    );
  }
  return <CodeBlock text={text} title="Create this project" />;
}

/** Code with a title and a button that copies it. */
function CodeBlock({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <div className="mb-1 flex items-center gap-2">
        <h3 className="min-w-0 grow truncate text-[13px] font-medium">{title}</h3>
        <Button
          icon="copy"
          onClick={() =>
            navigator.clipboard.writeText(text).then(
              () => notify.good('Copied'),
              () => notify.bad('The browser denied access to the clipboard.'),
            )
          }
          size="small"
          tone="quiet"
        >
          Copy
        </Button>
      </div>
      <pre className="whitespace-pre-wrap break-all rounded-lg border border-line bg-sunken p-2.5 font-mono text-xs">
        {text}
      </pre>
    </section>
  );
}
