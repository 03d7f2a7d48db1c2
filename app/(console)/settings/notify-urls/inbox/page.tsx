import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import { listAddress } from "@/components/listing/list-address";
import { ListPart } from "@/components/listing/list-part";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { BackLink, Page } from "@/components/shell/page";
import { Banner } from "@/components/ui/banner";
import { Card, CardBody, TitledCard } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Code } from "@/components/ui/verbatim";
import { EmptyInbox } from "@/components/update/empty-inbox";
import { InboxList } from "@/components/update/inbox-list";
import { OpenInbox } from "@/components/update/open-inbox";
import { TestUpdateButton } from "@/components/update/test-update-button";
import { listWebhooks } from "@/lib/directory/webhook/list";
import { paths } from "@/lib/inputs/paths";
import { listInbox } from "@/lib/results/list-inbox";
import { inService, type Query } from "../../../in-service";
import { emptyInbox, sendTestUpdate, openInbox } from "../actions";

export const metadata: Metadata = { title: "Built-in inbox" };

export default async function InboxPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const address = listAddress(paths.inbox(), query, ["-arrived"], {});
  const { after, before } = address;
  const [inbox, webhooks] = await Promise.all([
    listInbox(as, { serviceId, after, before }),
    listWebhooks(as, { serviceId }),
  ]);
  const open = may("inbox.open");
  const webhook = webhooks.find(({ url }) => url === inbox.address);
  return (
    <Page
      trail={<BackLink href={paths.notifyUrls()}>Notify URLs</BackLink>}
      title="Built-in inbox"
      description="Receives and shows delivery updates, for services that have no server yet."
      actions={
        inbox.address !== null && (
          <>
            <LiveRefresh serviceId={serviceId} transid={serviceId} />
            {may("inbox.empty").ok && inbox.total > 0 && (
              <EmptyInbox serviceId={serviceId} count={inbox.total} empty={emptyInbox} />
            )}
            {may("testUpdate.send").ok && webhook && !webhook.off && (
              <TestUpdateButton
                serviceId={serviceId}
                endpoints={[{ receiver: webhook.id, url: webhook.url, what: "webhook" }]}
                test={sendTestUpdate}
              />
            )}
          </>
        )
      }
    >
      {inbox.address === null ? (
        <Card>
          <EmptyState
            picture={<Inbox />}
            title="No inbox yet"
            action={open.ok && <OpenInbox serviceId={serviceId} open={openInbox} />}
          >
            {open.ok
              ? "The inbox gets its own address and a webhook for this service. It receives updates exactly as your server would: signed, with every header."
              : open.reason}
          </EmptyState>
        </Card>
      ) : (
        <div className="space-y-5">
          {(!webhook || webhook.off) && (
            <Banner
              kind="warning"
              title={webhook ? "Its webhook is switched off" : "Its webhook was removed"}
              actions={open.ok && <OpenInbox again serviceId={serviceId} open={openInbox} />}
            >
              Only updates of requests that name the address below arrive.
            </Banner>
          )}
          <Card>
            <CardBody>
              <p className="text-xs text-ink-faint">Address</p>
              <div className="flex min-w-0 items-center gap-1.5">
                <Code className="min-w-0 text-sm break-all">{inbox.address}</Code>
                <CopyButton text={inbox.address} what="address" />
              </div>
              <p className="mt-2 text-sm text-ink-muted">
                A request may name it as its <Code>notifyurl</Code>, too. Programs that know it can
                send here, but read nothing.
              </p>
            </CardBody>
          </Card>
          <TitledCard
            id="arrived-title"
            title="Updates"
            description="The newest 500, for seven days"
          >
            <ListPart
              address={address}
              page={inbox}
              noun={{ one: "update", many: "updates" }}
              empty="Nothing has arrived yet. Send a message or a test update: it appears here by itself."
            >
              <InboxList rows={inbox.rows} />
            </ListPart>
          </TitledCard>
        </div>
      )}
    </Page>
  );
}
