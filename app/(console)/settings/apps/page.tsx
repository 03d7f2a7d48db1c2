import { AppWindow } from "lucide-react";
import type { Metadata } from "next";
import { AppTable } from "@/components/apps/app-table";
import { NewAppButton } from "@/components/apps/new-app-button";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { inService, type Query } from "../../in-service";
import { findMedia } from "../../media/actions";
import { makeApp } from "./actions";

export const metadata: Metadata = { title: "Apps" };

export default async function AppsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { as, serviceId, may } = await inService(query);
  const rows = await listApps(as, { serviceId });
  const library = { serviceId, find: findMedia, mayUpload: may("media.upload").ok, origin: config().ORIGIN };
  const create = may("app.create").ok && <NewAppButton key={serviceId} library={library} create={makeApp} />;
  return (
    <ListPage
      title="Apps"
      description="What your messages are sent to, and the credentials that they are sent with."
      actions={rows.length > 0 && create}
      address={listAddress("/settings/apps", query, ["name"])}
      page={{ rows, next: null, previous: null, total: rows.length }}
      noun={{ one: "app", many: "apps" }}
      picture={<AppWindow />}
      empty={{
        title: "No apps yet",
        text: create ? "Create one for each mobile app or website, then add its credentials." : "An admin of this service creates them.",
        ...(create && { action: create }),
      }}
    >
      <AppTable rows={rows} />
    </ListPage>
  );
}
