import type { Metadata } from "next";
import { ReceiptPill } from "@/components/person/receipt-table";
import { thingLines, ThingList } from "@/components/person/thing-list";
import { BackLink, Page } from "@/components/shell/page";
import { Banner } from "@/components/ui/banner";
import { PaddedCard } from "@/components/ui/card";
import { DownloadButton } from "@/components/ui/download-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { readErasure } from "@/lib/directory/person/receipts";
import { paths } from "@/lib/inputs/paths";
import { orNotFound, inServiceOf, type ThingPageProps } from "../../../in-service";

export const metadata: Metadata = { title: "Receipt of a removal" };

export default async function ReceiptPage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const receipt = await orNotFound(readErasure({ actor: await requireMember() }, { id }));
  await inServiceOf(receipt, paths.removedPerson(receipt.id), await searchParams);
  const { pseudonym, counts, createdBy, createdAt, finishedAt } = receipt;
  return (
    <Page
      trail={<BackLink href={paths.removedPeople()}>Removed people</BackLink>}
      title="Receipt of a removal"
      description={
        <>
          Removed <RelativeTime at={finishedAt ?? createdAt} />
          {createdBy !== null && (
            <>
              {" "}
              by <Verbatim>{createdBy}</Verbatim>
            </>
          )}
        </>
      }
      actions={
        <>
          <ReceiptPill finished={finishedAt !== null} />
          <DownloadButton href={paths.removedPersonFile(receipt.id)}>Download</DownloadButton>
        </>
      }
    >
      <div className="max-w-3xl space-y-5">
        {finishedAt === null && (
          <Banner kind="warning" title="Not finished">
            Something was still being sent to this person, or is scheduled to be. Once that is over,
            remove the same user ID again: it goes on from here, with this receipt.
          </Banner>
        )}
        <PaddedCard id="changed-title" title="What was changed" inside="py-1">
          {thingLines(counts).length === 0 ? (
            <p className="py-3 text-sm text-ink-muted">No data of this person was stored.</p>
          ) : (
            <ThingList counts={counts} />
          )}
        </PaddedCard>
        <p className="text-sm text-ink-muted">
          The person appears here as <Code className="break-all">{pseudonym}</Code>, a keyed hash of
          the user ID. The audit log has the same.
        </p>
      </div>
    </Page>
  );
}
