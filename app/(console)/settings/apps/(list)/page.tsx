import { AppWindow } from "lucide-react";
import type { Metadata } from "next";
import { AppTable } from "@/components/apps/app-table";
import { NewAppButton } from "@/components/apps/new-app-button";
import { FindFilter } from "@/components/listing/find-field";
import { hasNothing, listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { config } from "@/lib/config/config";
import { listAppPage } from "@/lib/directory/app/list";
import { paths, single } from "@/lib/inputs/paths";
import { inService, type Query } from "../../../in-service";
import { listMedia } from "../../../media/actions";
import { createApp } from "../actions";

export const metadata: Metadata = { title: "Apps" };

export default async function AppsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const text = single(query["q"])?.slice(0, 200);
  const address = listAddress(paths.apps(), query, ["name"], { q: text });
  const page = await listAppPage(as, {
    serviceId,
    text,
    after: address.after,
    before: address.before,
  });
  const library = {
    serviceId,
    find: listMedia,
    mayUpload: may("media.add").ok,
    origin: config().ORIGIN,
  };
  const create = may("app.create").ok && (
    <NewAppButton key={serviceId} library={library} create={createApp} />
  );
  return (
    <ListPage
      wide={false}
      title="Apps"
      description="Apps that receive your messages, and their provider credentials."
      actions={!hasNothing(address, page.rows) && create}
      filters={
        !hasNothing(address, page.rows) && <FindFilter text={text} label="Find by name or App ID" />
      }
      address={address}
      page={page}
      noun={{ one: "app", many: "apps" }}
      picture={<AppWindow />}
      empty={{
        title: "No apps yet",
        text: create
          ? "Create one for each mobile app or website, then add its credentials."
          : "An admin of this service creates them.",
        ...(create && { action: create }),
      }}
    >
      <AppTable rows={page.rows} />
    </ListPage>
  );
}
