import { SameServiceLink } from "@/components/shell/same-service";
import { StatePill } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { ExactValue, Fact, NoValue } from "@/components/ui/fact";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { UpdateDetail } from "@/lib/results/read-update";
import { updateLooks } from "./endpoint-looks";

/** The facts of an update without its attempts. */
export function UpdateFacts({ update }: { update: UpdateDetail }) {
  const { id, transid, state, url, receiver, notifyAuthId, createdAt, sentAt, nextAt } = update;
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-4">
      <Fact name="State">
        <StatePill tone={updateLooks[state].tone}>{updateLooks[state].label}</StatePill>
        {state === "retrying" && nextAt !== null && (
          <span className="text-xs text-ink-muted">
            next <RelativeTime at={nextAt} />
          </span>
        )}
        {sentAt !== null && <RelativeTime at={sentAt} className="text-xs text-ink-muted" />}
      </Fact>
      <Fact name={receiver === "notifyurl" ? "Notify URL" : "Webhook"}>
        <ExactValue value={url} what="address" />
      </Fact>
      {receiver === "notifyurl" && (
        <Fact name="Authentication">
          {notifyAuthId === "" ? (
            <NoValue>None</NoValue>
          ) : (
            <Code className="truncate">{notifyAuthId}</Code>
          )}
        </Fact>
      )}
      <Fact name="Created">
        <RelativeTime at={createdAt} />
      </Fact>
      <Fact name="ID">
        <Code className="min-w-0 truncate">{id}</Code>
        <CopyButton text={id} what="ID" />
      </Fact>
      <Fact name="Message">
        <SameServiceLink
          href={paths.message(transid)}
          {...verbatim}
          className="code min-w-0 truncate underline underline-offset-2"
        >
          {transid}
        </SameServiceLink>
      </Fact>
    </dl>
  );
}
