import { PenLine, Send } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { MessageFilters } from "@/components/message/message-filters";
import { MessageTable } from "@/components/message/message-table";
import { Paging } from "@/components/listing/paging";
import { single, withQuery } from "@/components/listing/with-query";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { requireMember } from "@/lib/auth/session";
import { listApps } from "@/lib/directory/app/list";
import { listMessages, type MessageRow } from "@/lib/results/read-messages";

export const metadata: Metadata = { title: "Messages" };

interface MessagesProps {
  searchParams: Promise<{ appid?: string | string[]; state?: string | string[]; after?: string | string[] }>;
}

export default async function MessagesPage({ searchParams }: MessagesProps) {
  const member = await requireMember();
  const query = await searchParams;
  const filter = { appid: single(query.appid), state: stateOf(single(query.state)) };
  const after = single(query.after);
  const [apps, { rows, next }] = await Promise.all([
    listApps(member),
    listMessages(member, {
      ...(filter.appid && { appid: filter.appid }),
      ...(filter.state && { state: filter.state }),
      ...(after && { after }),
      limit: 50,
    }),
  ]);
  const filtered = filter.appid !== undefined || filter.state !== undefined;
  return (
    <Page
      title="Messages"
      description={<LiveRefresh />}
      wide
      actions={
        <Button asChild variant="primary">
          <Link href="/compose">
            <PenLine aria-hidden />
            Compose
          </Link>
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
          <Link href="/messages">Show all messages</Link>
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
          <Link href="/compose">Compose the first message</Link>
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
