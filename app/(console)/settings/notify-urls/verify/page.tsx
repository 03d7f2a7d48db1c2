import type { Metadata } from "next";
import { BackLink, Page } from "@/components/shell/page";
import { VerificationCard } from "@/components/update/verification-card";
import { paths } from "@/lib/inputs/paths";
import { inService, type Query } from "../../../in-service";

export const metadata: Metadata = { title: "Check signatures" };

export default async function VerifyPage({ searchParams }: { searchParams: Promise<Query> }) {
  await inService(await searchParams);
  return (
    <Page
      trail={<BackLink href={paths.notifyUrls()}>Notify URLs</BackLink>}
      title="Check signatures"
      description="Anyone who knows your address can call it. A signature proves that a request comes from Clarion."
    >
      <VerificationCard />
    </Page>
  );
}
