import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type CodeKind, editAsCode } from '../code/as-code.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { ProjectCode } from '../code/project-code.tsx';
import { useEditor } from '../model/use-editor.ts';

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
        The whole project
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
      <p className="text-soft">
        Edit something: here stands the call of the API, the typed client or an assistant that does the same.
      </p>
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
