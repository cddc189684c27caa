import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

const manager = Toast.createToastManager();

/** Functions that show a toast in the corner of the window. Any code may call them, also outside of components. */
export const notify = {
  /** Shows a success message. */
  good: (title: string) => void manager.add({ title, type: 'good', timeout: 4_000 }),
  /** Shows an error message. */
  bad: (title: string) => void manager.add({ title, type: 'bad', timeout: 9_000, priority: 'high' }),
};

/** Provider and container of the toasts; wrap the whole application in it. */
export function ToastRegion({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-2">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      className="flex items-start gap-2.5 rounded-xl border border-line-strong bg-overlay p-3 shadow-pop transition-[opacity,translate] data-[ending-style]:opacity-0 data-[starting-style]:translate-y-2 data-[starting-style]:opacity-0"
      data-toast=""
      key={toast.id}
      toast={toast}
    >
      <Icon
        className={`mt-0.5 ${toast.type === 'bad' ? 'text-bad' : 'text-good'}`}
        name={toast.type === 'bad' ? 'warning' : 'check'}
      />
      <Toast.Title className="grow" render={<p />} />
      <Toast.Close render={<IconButton className="-m-1" icon="close" label="Dismiss" size="small" />} />
    </Toast.Root>
  ));
}
