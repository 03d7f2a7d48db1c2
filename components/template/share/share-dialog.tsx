"use client";

import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { LabelledSelect } from "@/components/ui/select";
import type {
  PreviewLinkRow,
  revokePreviewLink,
  shareTemplate,
} from "@/lib/directory/template/share";
import { shareDays } from "@/lib/inputs/template";
import type { ActionOf } from "@/lib/verb/answer";
import { LinkList } from "./link-list";

/** What sharing takes: what can be shown, the links that work, and the actions. */
export interface ShareControls {
  versions: readonly number[];
  published: number | null;
  links: readonly PreviewLinkRow[];
  share: ActionOf<typeof shareTemplate>;
  revoke: ActionOf<typeof revokePreviewLink>;
}

interface ShareDialogProps {
  id: string;
  sharing: ShareControls;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const daysText = (days: number) => (days === 1 ? "1 day" : `${days} days`);

/**
 * Creates and revokes links for people without an account. A link is shown once, because it is not
 * stored.
 */
export function ShareDialog({ id, sharing, open, onOpenChange }: ShareDialogProps) {
  const { versions, published, links, share, revoke } = sharing;
  const [what, setWhat] = useState(published === null ? "draft" : String(published));
  const [days, setDays] = useState<(typeof shareDays)[number]>(7);
  const [linkUrl, setLinkUrl] = useState<string>();
  const { pending, run } = useCall();
  const make = () =>
    run(
      () => share({ id, version: what === "draft" ? null : Number(what), days }),
      ({ url }) => setLinkUrl(url),
    );
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) setLinkUrl(undefined);
        onOpenChange(next);
      }}
      title="Share preview"
      description="Anyone with the link can view the preview with sample values, without an account. They can’t send."
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto] sm:items-end">
        <LabelledSelect
          label="Content"
          value={what}
          onValueChange={setWhat}
          options={[
            { value: "draft", label: "Draft", description: "As it is when they look" },
            ...versions.map((version) => ({
              value: String(version),
              label: `Version ${version}`,
              ...(version === published && { description: "Published" }),
            })),
          ]}
        />
        <LabelledSelect
          label="For how long"
          value={String(days)}
          onValueChange={(value) => setDays(shareDays.find((one) => String(one) === value) ?? 7)}
          options={shareDays.map((one) => ({ value: String(one), label: daysText(one) }))}
        />
        <Button variant="primary" className="h-9" loading={pending} onClick={make}>
          Create link
        </Button>
      </div>
      {linkUrl !== undefined && (
        <CopyField
          label="New link"
          hint="Copy it now. It isn’t shown again."
          className="mt-5"
          text={linkUrl}
          what="link"
        />
      )}
      <LinkList links={links} revoke={revoke} />
    </Dialog>
  );
}
