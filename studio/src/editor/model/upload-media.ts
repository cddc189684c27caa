import { ApiError } from '../../client/api-error.ts';

/** Uploads a file; `progress` hears which share of it (0-1) is sent. Throws `ApiError` for a refusal. */
export function uploadMedia(file: File, progress: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    // Only this way of sending tells how far it is.
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, file.name);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new ApiError(request.status, errorIn(request.responseText)));
    };
    request.onerror = () => reject(new TypeError('The upload failed.'));
    request.open('POST', '/api/studio/media/uploads');
    request.send(form);
  });
}

function errorIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text).error ?? {};
  } catch {
    return {};
  }
}
