"use client";

import { Rocket } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { TextField } from "@/components/form/text-field";
import { Banner } from "@/components/ui/banner";
import { Later, later } from "@/components/ui/browser/later";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { publishTemplate } from "@/lib/directory/template/publish";
import type { Answer } from "@/lib/inputs/answer";
import { publishDraftSchema } from "@/lib/inputs/template";
import type { ActionOf } from "@/lib/verb/answer";
import { WorstBanner } from "./template-banners";

/** With what marks changed words, which only publishing needs. */
const proofPanel = later(() => import("./proof/proof-panel"));

const schema = publishDraftSchema.pick({ note: true });
type Input = z.input<typeof schema>;

export type PublishAction = ActionOf<typeof publishTemplate>;

interface PublishButtonProps {
  id: string;
  /**
   * The revision of the displayed draft, or a function that saves the latest edits and returns
   * their revision; undefined when they could not be saved.
   */
  revision: number | (() => Promise<number | undefined>);
  published: number | null;
  /** Whether what was really sent may be read, and run through the draft before it is published. */
  proven: boolean;
  /** What can become too large, a sentence each: the user reads it before publishing. */
  worst: readonly string[];
  /** Why it cannot be published, a sentence each. */
  faults: readonly string[];
  /** What it changes, and what else is worth knowing before. */
  news?: ReactNode;
  publish: PublishAction;
  /** Whether something has to be looked at before anybody is asked. */
  stops?: () => boolean;
  onPublished?: () => void;
}

const unsaved: Answer<never> = {
  ok: false,
  problems: [{ pointer: "", message: "The draft could not be saved, so nothing was published." }],
};

const mostFaults = 5;

/** Asks for a note, and publishes what the draft says. */
export function PublishButton({
  id,
  revision,
  published,
  proven,
  worst,
  faults,
  news,
  publish,
  stops,
  onPublished,
}: PublishButtonProps) {
  const [open, setOpen] = useState(false);
  const settle = async () => (typeof revision === "number" ? revision : revision());
  const proves = proven && published !== null && faults.length === 0;
  return (
    <>
      <Button icon={Rocket} variant="primary" onClick={() => setOpen(stops?.() !== true)}>
        Publish …
      </Button>
      <DialogForm
        open={open}
        onOpenChange={setOpen}
        size={published === null ? "sm" : "lg"}
        title={published === null ? "Publish this template?" : "Publish the changes?"}
        description={
          published === null
            ? "Campaigns and API requests will use this version."
            : "Campaigns and API requests will use the new version, unless they ask for another one."
        }
        schema={schema}
        initial={{ note: "" }}
        action={async ({ note }: Input) => {
          const settled = await settle();
          if (settled === undefined) return unsaved;
          return publish({
            id,
            revision: settled,
            note,
            expectedPublished: published,
            anyway: worst.length > 0,
          });
        }}
        onDone={({ version }) => {
          toast.success(`Version ${version} is published`);
          onPublished?.();
        }}
        blocked={() => faults.length > 0}
        submit={worst.length > 0 ? "Publish anyway" : "Publish"}
      >
        {faults.length > 0 && (
          <Banner kind="danger" title="It cannot be published yet">
            <ul className="space-y-1">
              {faults.slice(0, mostFaults).map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
              {faults.length > mostFaults && <li>and {faults.length - mostFaults} more</li>}
            </ul>
          </Banner>
        )}
        {worst.length > 0 && <WorstBanner worst={worst} />}
        {news}
        <TextField<Input>
          path="note"
          label="What is new"
          hint="For the history. Only your team sees it."
          optional
        />
        {proves && (
          <Later part={proofPanel} notLoaded={notLoaded}>
            {({ ProofPanel }) => <ProofPanel id={id} settle={settle} />}
          </Later>
        )}
      </DialogForm>
    </>
  );
}

const notLoaded = (
  <p role="alert" className="text-sm text-ink-muted">
    What would change for messages of the last 30 days could not be loaded. Check the connection,
    then open this again.
  </p>
);
