import { IconButton } from './button.tsx';
import { notify } from './toast.tsx';

/** Text with a button that copies it to the clipboard. `label` names the text. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notify.good(`${label} copied`);
  };
  return (
    <div className="flex items-center gap-2 rounded-lg border border-line-strong bg-sunken py-1 pr-1 pl-3">
      <code className="grow overflow-x-auto font-mono text-[13px] break-all">{text}</code>
      <IconButton icon="copy" label={`Copy ${label.toLowerCase()}`} onClick={copy} size="small" />
    </div>
  );
}
