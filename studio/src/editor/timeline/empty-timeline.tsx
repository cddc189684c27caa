import { useRef } from 'react';
import { access } from '../../client/access.ts';
import { UploadInput } from '../../project/upload-input.tsx';
import { Button } from '../../ui/button.tsx';
import { useEditActions } from '../model/use-edit-actions.ts';
import { useActions, useEditor } from '../model/use-editor.ts';

/** Hint over the tracks of an empty timeline. Files dropped on the hint reach the tracks below it. */
export function EmptyTimeline() {
  const actions = useActions();
  const edit = useEditActions();
  const hasMedia = useEditor((state) => state.media.length > 0);
  const input = useRef<HTMLInputElement>(null);
  const { mayEdit, mayUpload } = access();
  const upload = mayUpload ? 'Upload videos, images or audio, then add them to the timeline from Media.' : '';
  return (
    <section
      aria-label="Add the first clip"
      className="pointer-events-none absolute inset-x-0 top-24 bottom-0 z-10 grid place-items-center pl-42"
    >
      <div className="flex flex-col items-center gap-2 rounded-xl border border-dashed border-line-strong bg-surface px-6 py-4 text-center">
        <p className="font-semibold">No clips yet</p>
        {mayEdit && (
          <>
            <p className="max-w-sm text-[13px] text-soft">
              {hasMedia ? 'Select a file in Media to add it, or drag it onto a track.' : upload}
            </p>
            <div className="pointer-events-auto mt-1 flex gap-2">
              {mayUpload && (
                <Button
                  icon="upload"
                  onClick={() => {
                    actions.set({ left: 'media' });
                    input.current?.click();
                  }}
                  size="small"
                >
                  Upload
                </Button>
              )}
              <Button icon="text" onClick={edit.addText} size="small">
                Add text
              </Button>
            </div>
          </>
        )}
        <UploadInput label="Files to upload first" ref={input} />
      </div>
    </section>
  );
}
