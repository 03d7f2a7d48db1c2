"use client";

import { useRouter } from "next/navigation";
import { UploadArea } from "./upload-area";

/** Uploads to the library on its own page, which is refreshed after each. */
export function LibraryUploads({ serviceId }: { serviceId: string }) {
  const router = useRouter();
  const onUploaded = () => router.refresh();
  return <UploadArea serviceId={serviceId} onUploaded={onUploaded} />;
}
