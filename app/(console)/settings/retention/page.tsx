import { Hourglass } from "lucide-react";
import type { Metadata } from "next";
import { RetentionCard } from "@/components/settings/retention-card";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { requireMember } from "@/lib/auth/session";
import { openRetention } from "@/lib/directory/retention/open";
import { can } from "@/lib/policy/can";
import { changeRetention } from "./actions";

export const metadata: Metadata = { title: "Retention" };

export default async function RetentionPage() {
  const actor = await requireMember();
  const may = can(actor, "retention.change", null).ok;
  return (
    <Page
      title="Retention"
      description="How long messages and their deliveries are stored, in all services. A service can choose a shorter time."
    >
      {may ? (
        <RetentionCard retention={await openRetention({ actor }, {})} change={changeRetention} />
      ) : (
        <Card aria-label="Retention">
          <EmptyState picture={<Hourglass />} title="Only owners of this installation see this">
            The page of a service shows how long it keeps its messages.
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}
