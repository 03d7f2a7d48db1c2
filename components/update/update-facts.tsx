import type { ReactNode } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { StatePill } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { UpdateDetail } from "@/lib/results/read-update";
import { updateLooks } from "./endpoint-looks";

/** The facts of an update without its attempts. */
export function UpdateFacts({
  update: { id, transid, state, url, receiver, notifyAuthId, createdAt, sentAt, nextAt },
}: {
  update: UpdateDetail;
}) {
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
        <span className="code foreign min-w-0 truncate" title={url}>
          {url}
        </span>
        <CopyButton text={url} what="address" />
      </Fact>
      {receiver === "notifyurl" && (
        <Fact name="Authentication">
          {notifyAuthId === "" ? (
            <span className="text-ink-faint">None</span>
          ) : (
            <span className="code foreign truncate">{notifyAuthId}</span>
          )}
        </Fact>
      )}
      <Fact name="Made">
        <RelativeTime at={createdAt} />
      </Fact>
      <Fact name="ID">
        <span className="code min-w-0 truncate">{id}</span>
        <CopyButton text={id} what="ID" />
      </Fact>
      <Fact name="Message">
        <SameServiceLink href={`/messages/${transid}`} className="code min-w-0 truncate underline underline-offset-2">
          {transid}
        </SameServiceLink>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-faint">{name}</dt>
      <dd className="flex min-h-6 min-w-0 items-center gap-1.5">{children}</dd>
    </div>
  );
}
