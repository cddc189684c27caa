import type { RefObject } from 'react';
import { useUploads } from './uploads.ts';

interface UploadInputProps {
  label?: string;
  ref: RefObject<HTMLInputElement | null>;
}

/** Hidden file input that uploads the chosen files. A visible button clicks it through `ref`. */
export function UploadInput({ label = 'Files to upload', ref }: UploadInputProps) {
  const add = useUploads((state) => state.add);
  return (
    <input
      aria-label={label}
      className="hidden"
      multiple
      onChange={({ target }) => {
        add(target.files ?? []);
        target.value = '';
      }}
      ref={ref}
      type="file"
    />
  );
}
