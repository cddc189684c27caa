import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

/**
 * Tabbed panel that shows one of several contents. Each choice has a value, a name, and an icon in place of the name if
 * there is one. The arrow keys choose.
 */
export function Tabs<Choice extends string>({
  label,
  choices,
  value,
  onChoose,
  children,
}: {
  label: string;
  choices: readonly (readonly [value: Choice, name: string, icon?: IconName])[];
  value: string;
  onChoose(choice: Choice): void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <>
      <div aria-label={label} className="flex h-10 shrink-0 items-end border-b border-line px-1" role="tablist">
        {choices.map(([choice, name, icon], index) => (
          <button
            aria-controls={id}
            aria-label={icon && name}
            aria-selected={choice === value}
            className={`h-9 border-b-2 px-1.5 text-[13px] font-medium ${choice === value ? 'border-accent text-text' : 'border-transparent text-soft hover:text-text'}`}
            key={choice}
            onClick={() => onChoose(choice)}
            onKeyDown={(event) => {
              const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
              const next = choices[(index + by + choices.length) % choices.length];
              if (by !== 0 && next) {
                event.stopPropagation();
                onChoose(next[0]);
              }
            }}
            role="tab"
            title={icon && name}
            type="button"
          >
            {icon ? <Icon name={icon} /> : name}
          </button>
        ))}
      </div>
      <div className="min-h-0 grow overflow-y-auto" id={id} role="tabpanel">
        {children}
      </div>
    </>
  );
}
