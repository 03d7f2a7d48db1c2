import { ContentHash } from "@/components/facts/content-hash";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { SameServiceLink } from "@/components/shell/same-service";
import { ExactValue, Fact, NoValue } from "@/components/ui/fact";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim, verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { MessageDetail } from "@/lib/results/read-messages";

/** Shows the properties of a message, without its deliveries. */
export function MessageFacts({ message }: { message: MessageDetail }) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-4">
      <Fact name="transid">
        <ExactValue value={message.transid} what="transid" />
      </Fact>
      <Fact name="correlationid">
        {message.correlationid === null ? (
          <NoValue />
        ) : (
          <ExactValue value={message.correlationid} what="correlationid" />
        )}
      </Fact>
      <Fact name="App">
        <Verbatim className="truncate">{message.appName}</Verbatim>
        <span className="text-ink-faint">
          {message.source === "api"
            ? "via API"
            : message.source === "test"
              ? "Test"
              : "from the console"}
        </span>
      </Fact>
      <Fact name="Accepted">
        <RelativeTime at={message.acceptedAt} />
      </Fact>
      <Fact name="For">
        <span className="flex flex-wrap gap-x-3">
          {message.platforms.map((platform) => (
            <span key={platform} className="inline-flex items-center gap-1.5">
              <KindIcon kind={platform} className="text-ink-faint" />
              {kindName(platform)}
            </span>
          ))}
        </span>
      </Fact>
      <Fact name="Expires">
        {message.expiry === null ? (
          <NoValue>Platform default</NoValue>
        ) : (
          <RelativeTime at={message.expiry} />
        )}
      </Fact>
      <Fact name="Notify URL">
        {message.notifyurl === null ? (
          <NoValue>none</NoValue>
        ) : (
          <ExactValue value={message.notifyurl} what="notify URL" />
        )}
      </Fact>
      <Fact name="Content hash">
        <ContentHash hash={message.contentHash} />
      </Fact>
      {message.campaign && (
        <Fact name="Campaign">
          <SameServiceLink
            href={paths.campaign(message.campaign.id)}
            {...verbatim}
            className="foreign truncate underline underline-offset-2"
          >
            {message.campaign.name}
          </SameServiceLink>
        </Fact>
      )}
      <Fact name="Delivery updates">
        <span className="tabular-nums">
          {message.updates.sent} sent, {message.updates.pending} pending
          {message.updates.parked > 0 && (
            <strong className="font-medium text-amber-fg">, {message.updates.parked} parked</strong>
          )}
        </span>
      </Fact>
    </dl>
  );
}
