import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.tsx';

/** Code with a title and a button that copies it. */
export function CodeBlock({ title, text }: { title: string; text: string }) {
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
