import { BellOff } from "lucide-react";
import type { Metadata } from "next";
import { FindFilter } from "@/components/listing/find-field";
import { hasNothing, listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { BackLink } from "@/components/shell/page";
import { SuppressButton } from "@/components/suppression/suppress-button";
import { SuppressionTable } from "@/components/suppression/suppression-table";
import { listSuppressions } from "@/lib/directory/suppression/list";
import { paths, single } from "@/lib/inputs/paths";
import { mostRecipientId } from "@/lib/inputs/text";
import { inService, type Query } from "../../in-service";
import { addSuppressions, removeEachSuppression } from "../actions";

export const metadata: Metadata = { title: "Suppression list" };

export default async function SuppressedPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const text = single(query["q"])?.slice(0, mostRecipientId);
  const address = listAddress(paths.suppressionList(), query, ["-suppressed"], { q: text });
  const { after, before } = address;
  const page = await listSuppressions(as, { serviceId, text, after, before });
  const change = may("suppression.add").ok;
  const suppressButton = change && (
    <SuppressButton key={serviceId} serviceId={serviceId} suppress={addSuppressions} />
  );
  return (
    <ListPage
      title="Suppression list"
      trail={<BackLink href={paths.devices()}>Devices</BackLink>}
      description="These recipients get no messages from this service."
      actions={!hasNothing(address, page.rows) && suppressButton}
      filters={<FindFilter text={text} label="Find a whole user ID or push ID" />}
      address={address}
      page={page}
      noun={{ one: "recipient", many: "recipients" }}
      picture={<BellOff />}
      empty={{
        title: "No suppressed recipients",
        text: `${suppressButton ? "Suppress people" : "Admins of this service suppress people"} who asked for no more messages. Deliveries to them fail as “Suppressed”, so that programs know too.`,
        action: suppressButton,
      }}
    >
      <SuppressionTable
        rows={page.rows}
        unsuppressEach={change ? removeEachSuppression : undefined}
      />
    </ListPage>
  );
}
