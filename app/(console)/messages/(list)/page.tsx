import { Send } from "lucide-react";
import type { Metadata } from "next";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { MessageFilters } from "@/components/message/message-filters";
import { MessageTable } from "@/components/message/message-table";
import { ComposeButton } from "@/components/shell/compose-button";
import { listApps } from "@/lib/directory/app/list";
import { messagePeriods, messageSources } from "@/lib/inputs/message-list";
import { paths, single } from "@/lib/inputs/paths";
import { listMessages, mostSearched, type MessageRow } from "@/lib/results/read-messages";
import { inService, type Query } from "../../in-service";

export const metadata: Metadata = { title: "Messages" };

export default async function MessagesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId } = await inService(await searchParams);
  const filter = {
    appid: single(query["appid"]),
    state: stateOf(single(query["state"])),
    source: messageSources.find((one) => one === single(query["source"])),
  };
  const text = said(query["q"]);
  const recipient = said(query["to"]);
  const failures = single(query["outcome"]) === "failures";
  const within = messagePeriods.find((one) => one === single(query["within"]));
  const address = listAddress(paths.messages(), query, ["-accepted"], {
    ...filter,
    q: text,
    to: recipient,
    outcome: failures ? "failures" : undefined,
    within,
  });
  const { after, before } = address;
  const [apps, page] = await Promise.all([
    listApps(as, { serviceId }),
    listMessages(as, { serviceId, ...filter, text, recipient, failures, within, after, before }),
  ]);
  return (
    <ListPage
      title="Messages"
      description={
        <>
          Every push that was accepted, from the console and from programs.{" "}
          <LiveRefresh serviceId={serviceId} />
        </>
      }
      actions={<ComposeButton />}
      filters={
        <>
          <MessageFilters
            apps={apps.map(({ appid, name }) => ({ appid, name }))}
            {...filter}
            text={text}
            recipient={recipient}
            failures={failures}
            within={within}
          />
          {page.cut && (
            <p className="mt-2 text-xs text-ink-faint">
              Only the newest {mostSearched.toLocaleString("en")} messages were searched.
            </p>
          )}
        </>
      }
      address={address}
      page={page}
      noun={{ one: "message", many: "messages" }}
      picture={<Send />}
      empty={{
        title: "No messages yet",
        text: "Every message appears here the moment it is accepted, whether it comes from the composer or from a program.",
        action: <ComposeButton label="Compose the first message" />,
      }}
    >
      <MessageTable rows={page.rows} label="Messages" />
    </ListPage>
  );
}

/** The search text, cut to the length of the longest text that it could be found in. */
function said(parameter: Query[string]): string | undefined {
  return single(parameter)?.trim().slice(0, 500) || undefined;
}

function stateOf(text: string | undefined): MessageRow["state"] | undefined {
  return text === "accepted" || text === "sending" || text === "done" ? text : undefined;
}
