"use client";

import { kindName } from "@/components/facts/kind-icon";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { verbatim } from "@/components/ui/verbatim";
import { bytesText } from "@/lib/compose/sizes";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import { indentJson } from "@/lib/interface/exact-json";
import { useDrawn } from "../examined/examined";

/**
 * What the provider of one kind of device is sent, and the previews are drawn from: headers, and
 * the body as it is or indented for the eye.
 */
export function PayloadView({ kind, exact }: { kind: DeviceKind; exact: boolean }) {
  const request = useDrawn().previews[kind]?.request;
  if (!request)
    return (
      <p className="rounded-md border border-dashed border-line-strong px-4 py-8 text-center text-sm text-ink-muted">
        Nothing goes to {kindName(kind)} devices.
      </p>
    );
  const { headers, body, bytes } = request;
  return (
    <div className="space-y-3">
      <p className="text-xs text-ink-muted">
        When it is sent, only three things are filled in: the push id, the transid, and how much of
        its time to live is left.
        {request.provider === "webpush" && " It travels encrypted."}
      </p>
      <dl
        aria-label="Payload headers"
        {...verbatim}
        className="code divide-y divide-line rounded-md border border-line bg-sunken text-xs"
      >
        {Object.entries(headers).map(([name, value]) => (
          <div key={name} className="flex gap-3 px-3 py-1.5">
            <dt className="w-36 shrink-0 text-blue-fg">{name}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center justify-between text-xs text-ink-faint tabular-nums">
        {bytesText(bytes)}
        <CopyButton text={body} what="payload">
          Copy
        </CopyButton>
      </div>
      <JsonView
        label="Payload"
        text={exact ? body : indentJson(body)}
        className={`max-h-[34rem] rounded-md border border-line ${exact ? "break-all whitespace-pre-wrap" : ""}`}
      />
    </div>
  );
}
