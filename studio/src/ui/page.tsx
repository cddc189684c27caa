import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import { inSentence } from './labels.ts';
import { notify } from './toast.tsx';

/**
 * Page of the application: title, introduction and actions in a header, and the content below. It also sets the
 * window's title.
 */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-6xl px-6 py-7">
      <title>{`${title} - Framemill Studio`}</title>
      <header className="mb-6 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="text-[22px] leading-8 font-semibold tracking-tight wrap-anywhere" dir="auto">
            {title}
          </h1>
          {lead && <p className="mt-1 max-w-2xl text-pretty text-soft">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Framed section of a page. */
export function Card({
  title,
  lead,
  actions,
  children,
  className = '',
}: {
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <section className={`rounded-2xl border border-line bg-surface ${className}`}>
      {(title || actions) && (
        <header className="flex flex-wrap items-center gap-3 px-5 pt-4">
          <div className="min-w-0 grow">
            {title && <h2 className="font-semibold">{title}</h2>}
            {lead && <p className="mt-0.5 text-[13px] text-soft">{lead}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className="p-5">{children}</div>
    </section>
  );
}

/** Section of a page with a heading and without a frame, for tables. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** Placeholder for an empty list, with a hint about the next step. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-2xl border border-dashed border-line-strong px-6 py-12 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-hover text-soft">
        <Icon name={icon} size={20} />
      </span>
      <p className="mt-1 font-semibold">{title}</p>
      {children && <p className="max-w-md text-balance text-soft">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

/** List of names with their values. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-6 gap-y-2">
      {rows.map(([name, value]) => (
        <div className="contents" key={name}>
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Text with a button that copies it to the clipboard. `label` names the text. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notify.good(`${label} copied`);
  };
  return (
    <div className="flex items-center gap-2 rounded-lg border border-line-strong bg-sunken py-1 pr-1 pl-3">
      <code className="grow overflow-x-auto font-mono text-[13px] break-all">{text}</code>
      <IconButton icon="copy" label={`Copy ${inSentence(label)}`} onClick={copy} size="small" />
    </div>
  );
}
