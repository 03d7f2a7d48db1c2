"use client";

import { LinkButton } from "@/components/shell/link-button";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/inputs/paths";

interface GoneNewsProps {
  /** Of its campaign; undefined for one that the server never had. */
  id: string | undefined;
  state: string;
  onFork: () => void;
}

/** Says that a draft was sent, scheduled or archived elsewhere. */
export function GoneNews({ id, state, onFork }: GoneNewsProps) {
  return (
    <Banner
      kind="warning"
      announce
      className="mb-3 shadow-high"
      title={
        state === "sending" ? "This draft is being sent" : `This draft was ${state} in the meantime`
      }
      actions={
        <>
          {id !== undefined && state !== "deleted" && (
            <LinkButton size="sm" href={paths.campaign(id)}>
              See it
            </LinkButton>
          )}
          <Button size="sm" variant="primary" onClick={onFork}>
            Keep this as a new draft
          </Button>
        </>
      }
    >
      {state === "sending"
        ? "Being sent from another tab. Undo it there to keep editing."
        : "Changes you make here are not included."}
    </Banner>
  );
}
