"use client";

import { SameServiceLink } from "@/components/shell/same-service";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { Dialog } from "@/components/ui/overlay/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import { utf8Bytes } from "@/lib/interface/text";
import type { LabNotification } from "@/lib/lab/notification";
import { momentOf } from "./lab-state";
import { providerName } from "./sandbox-screens";

/** What the provider received for one device: its headers, and the body byte for byte. */
export function RawDialog({
  notification,
  onClose,
}: {
  notification: LabNotification | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={notification !== undefined}
      onOpenChange={onClose}
      size="lg"
      title="Raw notification"
      description={
        notification && `What ${providerName(notification.kind)} received, byte for byte.`
      }
    >
      {notification && <Raw notification={notification} />}
    </Dialog>
  );
}

function Raw({ notification }: { notification: LabNotification }) {
  const { transid, headers, body } = notification;
  const names = Object.keys(headers).toSorted();
  return (
    <div className="space-y-5">
      <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="text-ink-faint">Message</dt>
        <dd className="min-w-0">
          {transid === "" ? (
            "not set by Clarion"
          ) : (
            <SameServiceLink
              href={paths.message(transid)}
              {...verbatim}
              className="code break-all underline underline-offset-2"
            >
              {transid}
            </SameServiceLink>
          )}
        </dd>
        <dt className="text-ink-faint">Push id</dt>
        <dd {...verbatim} className="code min-w-0 break-all">
          {notification.pushId}
        </dd>
        <dt className="text-ink-faint">Received</dt>
        <dd>
          <RelativeTime at={new Date(momentOf(notification)).toISOString()} focusable={false} />
        </dd>
      </dl>
      <section aria-labelledby="raw-headers">
        <h3 id="raw-headers" className="mb-2 text-sm font-semibold">
          Headers
        </h3>
        {names.length === 0 ? (
          <p className="text-sm text-ink-faint">None</p>
        ) : (
          <dl
            {...verbatim}
            className="code divide-y divide-line rounded-md border border-line bg-sunken text-xs"
          >
            {names.map((name) => (
              <div key={name} className="flex gap-3 px-3 py-1.5">
                <dt className="w-40 shrink-0 text-blue-fg">{name}</dt>
                <dd className="min-w-0 break-all">{headers[name]}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section aria-labelledby="raw-body">
        <div className="mb-2 flex items-center justify-between gap-2">
          <h3 id="raw-body" className="text-sm font-semibold">
            Body{" "}
            <span className="ml-1 font-normal text-ink-faint tabular-nums">
              {utf8Bytes(body).toLocaleString("en")} bytes
            </span>
          </h3>
          <CopyButton text={body} what="body">
            Copy
          </CopyButton>
        </div>
        <JsonView
          label="Body"
          text={body}
          className="max-h-96 rounded-md border border-line break-all whitespace-pre-wrap"
        />
      </section>
    </div>
  );
}
