import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

/** Tooltip with `text` and a keyboard shortcut. It shows while its child is hovered or focused. */
export function Hint({ text, keys, children }: { text: string; keys?: string | undefined; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger delay={400} render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner className="z-50" sideOffset={6}>
          <Tooltip.Popup className="rounded-md border border-line bg-overlay px-2 py-1 text-xs text-text shadow-pop">
            {text}
            {keys && <kbd className="ml-2 font-mono text-faint">{keys}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
