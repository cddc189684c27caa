import { catalogue } from '@framemill/compositor/catalogue';
import { useMemo } from 'react';
import { factsOf } from '../model/media.ts';
import { useEditor } from '../model/use-editor.ts';
import type { CodeKind } from './as-code.ts';
import { CodeBlock } from './code-block.tsx';
import { projectAsCode } from './project-as-code.ts';
import { projectCommands } from './project-commands.ts';

/** Maximum number of clips of a project that is shown as a program. */
const MOST_CLIPS = 1_000;

/** Code that creates a copy of the whole project. */
export function ProjectCode({ kind }: { kind: CodeKind }) {
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
        A project of more than {MOST_CLIPS} clips is no program to read. Duplicate it, or read its document by the API.
      </p>
    );
  }
  return <CodeBlock text={text} title="Makes this project anew" />;
}
