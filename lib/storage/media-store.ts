import { join } from "node:path";
import { config } from "@/lib/config/config";
import type { MediaFile } from "@/lib/media/address";
import { once } from "@/lib/runtime/once";
import { BucketStore } from "./bucket-store";
import { FolderStore } from "./folder-store";

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

/**
 * The store of this installation: the bucket of `MEDIA_BUCKET` where it is set, else the folder
 * `media` of `DATA_DIR`.
 */
export function mediaStore(): MediaStore {
  return once<MediaStore>("media-store", () => {
    const {
      DATA_DIR: folder,
      MEDIA_BUCKET: url,
      MEDIA_BUCKET_REGION: region,
      MEDIA_BUCKET_KEY_ID: keyId = "",
      MEDIA_BUCKET_SECRET: secret = "",
    } = config();
    return url === undefined
      ? new FolderStore(join(folder, "media"))
      : new BucketStore({ url, region, keyId, secret });
  });
}
