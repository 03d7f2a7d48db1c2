import type { MediaFile } from "@/lib/media/address";

/** An open file: how long it is, and its bytes, which are read or destroyed. */
export interface StoredFile {
  bytes: number;
  stream: NodeJS.ReadableStream & { destroy: () => unknown };
}

/** Where the files of the media library lie, by the hash of what is in them. */
export interface MediaStore {
  /** Keeps a file, whole or not at all; one that is there already is left as it is. */
  put: (file: MediaFile, bytes: Uint8Array) => Promise<void>;
  has: (file: MediaFile) => Promise<boolean>;
  /** Undefined where there is none. */
  open: (file: MediaFile) => Promise<StoredFile | undefined>;
  /** Removing what is not there is no error. */
  remove: (file: MediaFile) => Promise<void>;
}
