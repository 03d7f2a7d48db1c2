"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { Banner } from "@/components/ui/banner";
import { IconButton } from "@/components/ui/icon-button";
import { fateText, type TestState } from "./use-test";

/** What became of a test, while it becomes it. */
export function TestNews({ state, onForget }: { state: TestState; onForget: () => void }) {
  const close = <IconButton icon={X} label="Close" size="sm" onClick={onForget} />;
  return (
    <div aria-live="polite" className="px-4 sm:px-6 lg:px-8">
      {state.kind === "sending" && <Banner className="mb-3 shadow-high" title="Sending the test …" />}
      {state.kind === "sent" && (
        <Banner
          kind={state.fate && state.fate.failed + state.fate.expired > 0 ? "warning" : "success"}
          className="mb-3 shadow-high"
          title={`Test: ${fateText(state.fate)}`}
          actions={close}
        >
          <Link href="/devices" className="underline underline-offset-2">
            See it on the devices
          </Link>{" "}
          or{" "}
          <Link href={`/messages/${state.transid}`} className="underline underline-offset-2">
            follow each delivery
          </Link>
          .
        </Banner>
      )}
      {state.kind === "failed" && (
        <Banner kind="danger" className="mb-3 shadow-high" title="The test was not sent" actions={close}>
          {state.message}
        </Banner>
      )}
    </div>
  );
}
