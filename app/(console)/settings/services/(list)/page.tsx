import { Boxes } from "lucide-react";
import type { Metadata } from "next";
import { FindFilter } from "@/components/listing/find-field";
import { hasNothing, listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { NewServiceButton } from "@/components/service/new-service-button";
import { ServiceTable } from "@/components/service/service-table";
import { requireMember } from "@/lib/auth/session";
import { listServicePage } from "@/lib/directory/service/page";
import { paths, single } from "@/lib/inputs/paths";
import { can } from "@/lib/policy/can";
import type { Query } from "../../../in-service";
import { createService } from "../actions";

export const metadata: Metadata = { title: "Services" };

export default async function ServicesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const actor = await requireMember();
  const text = single(query["q"])?.slice(0, 200);
  const address = listAddress(paths.services(), query, ["name"], { q: text });
  const page = await listServicePage(
    { actor },
    { text, after: address.after, before: address.before },
  );
  const create = can(actor, "service.create", null).ok && (
    <NewServiceButton create={createService}>New service</NewServiceButton>
  );
  const nothing = hasNothing(address, page.rows);
  return (
    <ListPage
      wide={false}
      title="Services"
      description="Each service has its own apps, keys and members."
      actions={!nothing && create}
      filters={<FindFilter text={text} />}
      address={address}
      page={page}
      noun={{ one: "service", many: "services" }}
      picture={<Boxes />}
      empty={{
        title: "No services yet",
        text: create
          ? "Create one for each team or product."
          : "Owners of this installation create them.",
        action: create,
      }}
    >
      <ServiceTable rows={page.rows} address={address} />
    </ListPage>
  );
}
