import type { Metadata } from "next";
import {
  deliveryStateOf,
  stateLooks,
  totalOf,
  verdict,
  type DeliveryState,
} from "@/components/facts/delivery-state";
import { MessagePill } from "@/components/facts/state-pills";
import { listAddress } from "@/components/listing/list-address";
import { ListPart } from "@/components/listing/list-part";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { DeliveryTable } from "@/components/message/delivery-table";
import { MessageFacts } from "@/components/message/facts";
import { reasonsOf } from "@/components/message/failure-causes";
import { ParkedUpdates } from "@/components/message/parked-updates";
import { PictureCard } from "@/components/message/picture-card";
import { ReasonsCard } from "@/components/message/reasons-card";
import { RequestCard } from "@/components/message/request-card";
import { StateFilter } from "@/components/message/state-filter";
import { BackLink, Page } from "@/components/shell/page";
import { Card, CardBody, TitledCard } from "@/components/ui/card";
import { Verbatim, verbatim } from "@/components/ui/verbatim";
import { ReplayButton } from "@/components/update/replay-button";
import { requireMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { paths, single } from "@/lib/inputs/paths";
import { utf8Bytes } from "@/lib/interface/text";
import { listDeliveries } from "@/lib/results/read-deliveries";
import { readMessage, type MessageDetail } from "@/lib/results/read-messages";
import { orNotFound, inServiceOf, type InService, type Query } from "../../in-service";
import { countMissingUpdates, replayUpdates } from "../../settings/notify-urls/actions";

export const metadata: Metadata = { title: "Message" };

interface MessageProps {
  params: Promise<{ transid: string }>;
  searchParams: Promise<Query>;
}

export default async function MessagePage({ params, searchParams }: MessageProps) {
  const { transid } = await params;
  const query = await searchParams;
  const state = deliveryStateOf(single(query["state"]));
  const path = paths.message(transid);
  const address = listAddress(path, query, ["recipient"], { state });
  const { after, before } = address;
  const message = await orNotFound(readMessage({ actor: await requireMember() }, { transid }));
  const { as, serviceId, may } = await inServiceOf(message, path, query);
  const [page, lost] = await Promise.all([
    orNotFound(listDeliveries(as, { transid, state, after, before, limit: 50 })),
    lostOnes(as, message),
  ]);
  const replayMissing = may("update.replay").ok && (
    <ReplayButton
      scope={{
        of: "missing",
        where: { transid },
        actions: { count: countMissingUpdates, replay: replayUpdates },
      }}
      size="sm"
    />
  );
  return (
    <Page
      trail={<BackLink href={paths.messages()}>Messages</BackLink>}
      title={<Verbatim>{message.title ?? message.text}</Verbatim>}
      description={
        message.title !== null && (
          <p {...verbatim} className="foreign max-w-3xl">
            {message.text}
          </p>
        )
      }
      actions={
        <>
          <LiveRefresh serviceId={serviceId} transid={transid} />
          <MessagePill state={message.state} />
          {message.updates.parked === 0 && replayMissing}
        </>
      }
    >
      <div className="space-y-5">
        <Card>
          <CardBody>
            <p className="mb-4 text-lg font-medium tracking-tight text-pretty">
              {verdict(message.counts, message.state !== "accepted")}
            </p>
            <MessageFacts message={message} />
          </CardBody>
        </Card>
        <PictureCard
          appearances={message.appearances}
          languages={message.languages}
          from="As delivered"
        />
        {message.updates.parked > 0 && (
          <ParkedUpdates parked={message.updates.parked}>{replayMissing}</ParkedUpdates>
        )}
        <StateFilter path={path} counts={message.counts} state={state} />
        {lost.rows.length > 0 && (
          <ReasonsCard reasons={reasonsOf(lost.rows)} partial={lost.partial} />
        )}
        <TitledCard
          id="deliveries-title"
          title="Deliveries"
          description={state ? stateLooks[state].meaning : "One for each device of each recipient"}
        >
          <ListPart
            address={address}
            page={page}
            noun={{ one: "delivery", many: "deliveries" }}
            exactly={state ? message.counts[state] : totalOf(message.counts)}
            empty={emptyText(state)}
          >
            <DeliveryTable rows={page.rows} label="Deliveries" />
          </ListPart>
        </TitledCard>
        <RequestCard
          request={message.request}
          bytes={utf8Bytes(message.request)}
          origin={config().ORIGIN}
        />
      </div>
    </Page>
  );
}

const mostLost = 200;

/** The deliveries that did not arrive, as far as reasons are counted. */
async function lostOnes(as: InService["as"], { counts, transid }: MessageDetail) {
  const lost = (["failed", "expired"] as const).filter((state) => counts[state] > 0);
  const pages = await Promise.all(
    lost.map((state) => listDeliveries(as, { transid, state, limit: mostLost })),
  );
  return {
    rows: pages.flatMap((page) => page.rows),
    partial: pages.some((page) => page.next !== null),
  };
}

function emptyText(state: DeliveryState | undefined): string {
  return state
    ? `No delivery is ${stateLooks[state].label.toLowerCase()}.`
    : "Looking up recipients. Their devices appear here in a moment.";
}
