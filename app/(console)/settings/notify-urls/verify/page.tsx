import type { Metadata } from "next";
import { BackLink } from "@/components/shell/back-link";
import { Page } from "@/components/shell/page";
import { VerificationCard } from "@/components/update/verification-card";
import { inService, type Query } from "../../../in-service";

export const metadata: Metadata = { title: "Check signatures" };

export default async function VerifyPage({ searchParams }: { searchParams: Promise<Query> }) {
  await inService(await searchParams);
  return (
    <Page
      trail={<BackLink href="/settings/notify-urls">Notify URLs</BackLink>}
      title="Check signatures"
      description="Anybody can call an address that they know. A signature tells your receiver what comes from here."
    >
      <VerificationCard />
    </Page>
  );
}
