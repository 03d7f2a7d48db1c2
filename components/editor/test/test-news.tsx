"use client";

import { X } from "lucide-react";
import { KindIcon } from "@/components/facts/kind-icon";
import { DeliveryPill } from "@/components/facts/state-pills";
import { SameServiceLink } from "@/components/shell/same-service";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { IconButton } from "@/components/ui/icon-button";
import { Verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { TestProgress } from "@/lib/results/test-progress";
import { progressText, lostIn, listedDeliveries, whereText } from "./progress-text";
import type { TestState } from "./use-test";

const linkClass = "underline underline-offset-2";

/** What became of a test, while it becomes it; above the button that sent it. */
export function TestNews({ state, onForget }: { state: TestState; onForget: () => void }) {
  const close = <IconButton icon={X} label="Close" size="sm" onClick={onForget} />;
  const look = "mb-3 ml-auto max-w-xl shadow-high";
  return (
    <div aria-live="polite" className="px-4 sm:px-6 lg:px-8">
      {state.kind === "sending" && <Banner className={look} title="Sending the test …" />}
      {state.kind === "sent" && (
        <Banner
          kind={
            state.refused || (state.progress && lostIn(state.progress) > 0) ? "warning" : "success"
          }
          className={look}
          title={`Test: ${progressText(state.progress)}`}
          actions={close}
        >
          {state.refused && (
            <p>
              Not accepted for {state.refused.recipients}: {state.refused.message}
            </p>
          )}
          {state.progress && <Deliveries progress={state.progress} />}
          <p className="mt-1">
            <SameServiceLink href={paths.devices()} className={linkClass}>
              See it on the devices
            </SameServiceLink>{" "}
            or{" "}
            {state.transids.length === 1 ? (
              <SameServiceLink href={paths.message(state.transids[0] ?? "")} className={linkClass}>
                follow each delivery
              </SameServiceLink>
            ) : (
              <SameServiceLink href={paths.messages()} className={linkClass}>
                follow its {state.transids.length} messages
              </SameServiceLink>
            )}
            .
          </p>
        </Banner>
      )}
      {state.kind === "failed" && (
        <Banner kind="danger" className={look} title="The test was not sent" actions={close}>
          {state.message}
        </Banner>
      )}
    </div>
  );
}

function Deliveries({ progress }: { progress: TestProgress }) {
  const deliveries = listedDeliveries(progress);
  if (deliveries.length === 0) return null;
  return (
    <ul
      aria-label="Test deliveries"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
      className="my-1.5 max-h-[min(18rem,35dvh)] space-y-1 overflow-y-auto rounded-sm"
    >
      {deliveries.map((one) => {
        const { failure } = one;
        return (
          <li
            key={`${one.transid} ${one.id}`}
            className="flex flex-wrap items-center gap-x-2 text-sm text-ink"
          >
            {one.kind !== null && <KindIcon kind={one.kind} className="text-ink-faint" />}
            <Verbatim className="min-w-0 truncate">{whereText(one)}</Verbatim>
            {failure?.cause === "left out" ? (
              <Badge>Not included</Badge>
            ) : (
              <DeliveryPill state={one.state} />
            )}
            {failure && (
              <span className="w-full text-xs text-ink-muted">
                {failure.says}. {failure.cause !== "left out" && failure.remedy}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
