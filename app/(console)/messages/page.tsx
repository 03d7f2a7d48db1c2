import { PenLine, Send } from "lucide-react";
import type { Metadata } from "next";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { MessageFilters } from "@/components/message/message-filters";
import { MessageTable } from "@/components/message/message-table";
import { Paging } from "@/components/listing/paging";
import { single, withQuery } from "@/components/listing/with-query";
import { Page } from "@/components/shell/page";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { listApps } from "@/lib/directory/app/list";
import { listMessages, type MessageRow } from "@/lib/results/read-messages";
import { inService, type Query } from "../in-service";

export const metadata: Metadata = { title: "Messages" };

export default async function MessagesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { as, serviceId } = await inService(query);
  const filter = { appid: single(query["appid"]), state: stateOf(single(query["state"])) };
  const after = single(query["after"]);
  const [apps, { rows, next }] = await Promise.all([
    listApps(as, { serviceId }),
    listMessages(as, { serviceId, ...filter, after, limit: 50 }),
  ]);
  const filtered = filter.appid !== undefined || filter.state !== undefined;
  return (
    <Page
      title="Messages"
      description={<LiveRefresh serviceId={serviceId} />}
      wide
      actions={
        <Button asChild variant="primary">
          <SameServiceLink href="/compose">
            <PenLine aria-hidden />
            Compose
          </SameServiceLink>
        </Button>
      }
    >
      <div className="mb-3">
        <MessageFilters apps={apps.map(({ appid, name }) => ({ appid, name }))} {...filter} />
      </div>
      <Card>
        {rows.length === 0 ? (
          <Empty filtered={filtered || after !== undefined} />
        ) : (
          <>
            <MessageTable rows={rows} label="Messages" />
            <Paging
              older={next === null ? undefined : withQuery("/messages", { ...filter, after: next })}
              newest={after && withQuery("/messages", filter)}
            />
          </>
        )}
      </Card>
    </Page>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      picture={<Send />}
      title="No message fits"
      action={
        <Button asChild>
          <SameServiceLink href="/messages">Show all messages</SameServiceLink>
        </Button>
      }
    >
      None of the messages has this app and this state.
    </EmptyState>
  ) : (
    <EmptyState
      picture={<Send />}
      title="Nothing has been sent yet"
      action={
        <Button asChild variant="primary">
          <SameServiceLink href="/compose">Compose the first message</SameServiceLink>
        </Button>
      }
    >
      Every message appears here the moment it is accepted, whether it comes from the composer or from a program.
    </EmptyState>
  );
}

function stateOf(text: string | undefined): MessageRow["state"] | undefined {
  return text === "accepted" || text === "sending" || text === "done" ? text : undefined;
}
