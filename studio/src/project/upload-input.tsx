import type { RefObject } from 'react';
import { useUploads } from './uploads.ts';

interface UploadInputProps {
  label?: string;
  ref: RefObject<HTMLInputElement | null>;
}

/** Asks for files and uploads them. It is not seen: a button clicks it by its `ref`. */
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
