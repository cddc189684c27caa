import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.tsx';
import { type CodeKind, editAsCode } from '../code/as-code.ts';
import { useEditor } from '../model/use-editor.ts';

const KINDS: readonly (readonly [CodeKind, string])[] = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['mcp', 'MCP'],
];

/** The last edits as calls that do the same. */
export function CodePanel() {
  const recent = useEditor((state) => state.recent);
  const projectId = useEditor((state) => state.projectId);
  const [kind, setKind] = useState<CodeKind>('curl');
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="flex gap-1">
        {KINDS.map(([one, name]) => (
          <Button key={one} onClick={() => setKind(one)} size="small" tone={one === kind ? 'plain' : 'quiet'}>
            {name}
          </Button>
        ))}
      </div>
      {recent.length === 0 && (
        <p className="text-soft">
          Edit something: here stands the call of the API, the typed client or an assistant that does the same.
        </p>
      )}
      {recent.slice(0, 20).map((edit) => {
        const text = editAsCode(kind, edit, { origin: location.origin, projectId });
        return (
          <section key={edit.batchId}>
            <div className="mb-1 flex items-center gap-2">
              <h3 className="min-w-0 grow truncate text-[13px] font-medium">{edit.label}</h3>
              <Button
                icon="copy"
                onClick={() =>
                  navigator.clipboard.writeText(text).then(
                    () => notify.good('Copied'),
                    () => notify.bad('The browser does not let the page copy.'),
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
      })}
    </div>
  );
}
