"use client";

import { useRef, useState } from "react";
import type { MediaRow } from "@/lib/directory/media/rows";
import { nameOfFile, uploadImage } from "./upload-image";

/** A file whose upload is in progress or was rejected. */
export interface Upload {
  key: number;
  name: string;
  /** The reason of the rejection; undefined during the upload. */
  why?: string;
}

/** Files at a time; more are a mistake more often than not. */
const mostAtOnce = 50;

/**
 * Uploads files one after the other.
 *
 * @param onUploaded called for each once it is in the library
 */
export function useUploads(serviceId: string, onUploaded: (media: MediaRow) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const keys = useRef(0);
  const queue = useRef(Promise.resolve());
  const upload = (files: readonly File[]) => {
    const newUploads = files
      .slice(0, mostAtOnce)
      .map((file) => ({ key: (keys.current += 1), file }));
    const left = files.length - newUploads.length;
    setUploads((now) => [
      ...now.filter(({ why }) => why === undefined),
      ...newUploads.map(({ key, file }) => ({ key, name: file.name })),
      ...(left > 0
        ? [
            {
              key: (keys.current += 1),
              name: `${left} more`,
              why: `At most ${mostAtOnce} images are uploaded at a time. Add the others after these.`,
            },
          ]
        : []),
    ]);
    for (const { key, file } of newUploads)
      queue.current = queue.current.then(async () => {
        const answer = await uploadImage(serviceId, file, nameOfFile(file.name));
        setUploads((now) =>
          answer.ok
            ? now.filter((one) => one.key !== key)
            : now.map((one) => (one.key === key ? { ...one, why: answer.why } : one)),
        );
        if (answer.ok) onUploaded(answer.media);
      });
  };
  const dismiss = (key: number) => setUploads((now) => now.filter((one) => one.key !== key));
  return { uploads, upload, dismiss };
}
