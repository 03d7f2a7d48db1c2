import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NewServiceButton } from "@/components/service/new-service-button";
import { EmptyState } from "@/components/ui/empty-state";
import { requireMember } from "@/lib/auth/session";
import { ownServices } from "../../(console)/in-service";
import { createService } from "../../(console)/settings/services/actions";

export const metadata: Metadata = { title: "Create a service" };

/**
 * Shows the form for the first service. Owners of the installation are redirected here while there
 * is no service, so that its code is loaded on no other page.
 */
export default async function FirstServicePage() {
  const { installationOwner } = await requireMember();
  if (!installationOwner) redirect("/");
  // Also rendered after the service was created, while its key is on the screen.
  const first = (await ownServices()).length === 0;
  return (
    <EmptyState
      alone
      picture={<KeyRound />}
      title={first ? "Name your first service" : "Create a service"}
      action={<NewServiceButton create={createService}>Create a service</NewServiceButton>}
    >
      What will you send from? A service has the apps, devices and messages of one team or product.
      Next come an app, its push provider, and the first message; Home leads you through them.
    </EmptyState>
  );
}
