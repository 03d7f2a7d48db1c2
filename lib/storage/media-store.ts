import { join } from "node:path";
import { config } from "@/lib/config/config";
import { once } from "@/lib/runtime/once";
import { BucketStore } from "./bucket-store";
import { FolderStore } from "./folder-store";
import type { MediaStore } from "./store";

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
