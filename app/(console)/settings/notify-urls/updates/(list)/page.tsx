import { ListChecks } from "lucide-react";
import type { Metadata } from "next";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { LinkButton } from "@/components/shell/link-button";
import { BackLink } from "@/components/shell/page";
import { ReplayButton } from "@/components/update/replay-button";
import { UpdateFilters } from "@/components/update/update-filters";
import { UpdateTable } from "@/components/update/update-table";
import { paths, single } from "@/lib/inputs/paths";
import { updateStates } from "@/lib/inputs/update-list";
import { updateKinds } from "@/lib/interface/update";
import { listUpdates, mostUpdatesSearched } from "@/lib/results/list-updates";
import { updateEndpoints } from "@/lib/results/update-endpoints";
import { inService, type Query } from "../../../../in-service";
import { countMissingUpdates, countParkedWithin, replayUpdates } from "../../actions";

export const metadata: Metadata = { title: "Updates" };

export default async function UpdatesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const state = updateStates.find((one) => one === single(query["state"]));
  const kind = updateKinds.find((one) => one === single(query["kind"]));
  const receiver = single(query["receiver"])?.slice(0, 100);
  const origin = single(query["origin"])?.slice(0, 2_100);
  const address = listAddress(paths.updates(), query, ["-made"], {
    state,
    kind,
    receiver,
    origin,
  });
  const { after, before } = address;
  const [page, endpoints] = await Promise.all([
    listUpdates(as, { serviceId, state: state ?? "parked", kind, receiver, origin, after, before }),
    updateEndpoints(as, { serviceId }),
  ]);
  return (
    <ListPage
      wide={false}
      title="Updates"
      trail={<BackLink href={paths.notifyUrls()}>Notify URLs</BackLink>}
      description={
        page.cut
          ? `Updates sent to notify URLs and webhooks. Searches the newest ${mostUpdatesSearched.toLocaleString("en")}.`
          : "Updates sent to notify URLs and webhooks, and why some were not accepted."
      }
      actions={
        may("update.replay").ok && (
          <>
            <ReplayButton
              scope={{
                of: "missing",
                where: { serviceId },
                actions: { count: countMissingUpdates, replay: replayUpdates },
              }}
            />
            <ReplayButton
              scope={{
                of: "span",
                serviceId,
                actions: { count: countParkedWithin, replay: replayUpdates },
              }}
            />
          </>
        )
      }
      filters={
        <UpdateFilters
          state={state ?? "parked"}
          kind={kind}
          receiver={receiver}
          origin={origin}
          endpoints={endpoints.rows.map((one) => ({
            receiver: one.receiver,
            origin: one.origin,
            url: one.url,
            what: one.what,
          }))}
        />
      }
      address={address}
      page={page}
      noun={{ one: "update", many: "updates" }}
      picture={<ListChecks />}
      empty={{
        title: "Nothing is parked",
        text: "Updates that could not be delivered within 24 hours, or that cannot be sent, are listed here.",
        action: (
          <LinkButton href={paths.updates({ state: "sent" })}>Show accepted updates</LinkButton>
        ),
      }}
    >
      <UpdateTable
        serviceId={serviceId}
        rows={page.rows}
        replay={may("update.replay").ok ? replayUpdates : undefined}
      />
    </ListPage>
  );
}
