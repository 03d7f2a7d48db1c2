import { Images } from "lucide-react";
import type { Metadata } from "next";
import { FindFilter } from "@/components/listing/find-field";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { MediaGrid } from "@/components/media/media-grid";
import { OriginBanner } from "@/components/media/origin-banner";
import { LibraryUploads } from "@/components/media/upload-area";
import { originReach } from "@/lib/check/origin-reach";
import { config } from "@/lib/config/config";
import { listMedia } from "@/lib/directory/media/list";
import { paths, single } from "@/lib/inputs/paths";
import { inService, type Query } from "../in-service";
import { readMediaUsers, removeMedia, renameMedia } from "./actions";

export const metadata: Metadata = { title: "Media" };

export default async function MediaPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const text = single(query["q"])?.slice(0, 200);
  const address = listAddress(paths.media(), query, ["-uploaded"], { q: text });
  const { after, before } = address;
  const { ORIGIN: origin } = config();
  const page = await listMedia(as, { serviceId, text, after, before });
  return (
    <ListPage
      title="Media"
      description="Images for your messages and templates, served by this console."
      filters={
        <div className="space-y-3">
          <OriginBanner reach={originReach(origin)} origin={origin} />
          {may("media.add").ok && <LibraryUploads key={serviceId} serviceId={serviceId} />}
          <FindFilter text={text} />
        </div>
      }
      address={address}
      page={page}
      noun={{ one: "image", many: "images" }}
      picture={<Images />}
      empty={{
        title: "No images yet",
        text: may("media.add").ok
          ? "Upload one above, then choose it wherever a message or template asks for an image."
          : "Marketers and admins of this service upload them.",
      }}
    >
      <MediaGrid
        rows={page.rows}
        origin={origin}
        uploadTo={may("media.add").ok ? serviceId : undefined}
        findUsers={readMediaUsers}
        changes={
          may("media.rename").ok && may("media.remove").ok
            ? { rename: renameMedia, remove: removeMedia }
            : undefined
        }
      />
    </ListPage>
  );
}
