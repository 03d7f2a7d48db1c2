import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { AuditFilters } from "@/components/audit/audit-filters";
import { AuditTable } from "@/components/audit/audit-table";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { LinkButton } from "@/components/shell/link-button";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { DownloadButton } from "@/components/ui/download-button";
import { EmptyState } from "@/components/ui/empty-state";
import { listAuditEvents, listAuditPeople } from "@/lib/directory/audit/list";
import { mostSearched } from "@/lib/directory/audit/rows";
import { paths } from "@/lib/inputs/paths";
import { inService, type Query } from "../../in-service";
import { filtersOf } from "./filters";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const read = may("audit.read");
  if (!read.ok)
    return (
      <Page title="Audit log">
        <Card aria-label="Audit log">
          <EmptyState picture={<ScrollText />} title="Owners see the audit log">
            {read.reason}
          </EmptyState>
        </Card>
      </Page>
    );
  const { installationOwner } = as.actor;
  const params = filtersOf(query);
  const installation = params.installation && installationOwner;
  const { person, group, within, object, text } = params;
  const filter = {
    of: installation ? "installation" : undefined,
    person,
    group,
    object,
    q: text,
    within: within === "30d" ? undefined : within,
  };
  const address = listAddress(paths.audit(), query, ["-at"], filter);
  const { after, before } = address;
  const input = { ...params, installation, serviceId };
  const [page, people] = await Promise.all([
    listAuditEvents(as, { ...input, after, before }),
    listAuditPeople(as, input),
  ]);
  return (
    <ListPage
      wide={false}
      title="Audit log"
      description="Who changed what, and when. Entries can’t be edited or deleted."
      actions={
        may("audit.export").ok && (
          <DownloadButton href={paths.auditFile({ ...filter, service: serviceId })}>
            Export CSV
          </DownloadButton>
        )
      }
      filters={
        <>
          <AuditFilters
            people={people}
            person={person}
            group={group}
            within={within}
            object={object}
            thing={page.rows.find((row) => row.object === object && row.thing !== "")?.thing ?? ""}
            text={text}
            installation={installationOwner ? installation : undefined}
          />
          {page.cut && (
            <p className="mt-2 text-xs text-ink-faint">
              Only the newest {mostSearched.toLocaleString("en")} events of this time were searched.
              A whole ID finds all of its events of this time; for older ones choose a longer time.
            </p>
          )}
        </>
      }
      address={address}
      page={page}
      noun={{ one: "event", many: "events" }}
      picture={<ScrollText />}
      empty={{
        title: "Nothing in the last 30 days",
        text: "Everything that members create, change, send or delete appears here.",
        action: (
          <LinkButton href={paths.audit({ within: "12m" })}>Show the last 12 months</LinkButton>
        ),
      }}
    >
      <AuditTable rows={page.rows} label="Audit log" installation={installation} />
    </ListPage>
  );
}
