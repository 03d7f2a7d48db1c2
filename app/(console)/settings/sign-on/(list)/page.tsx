import { KeyRound, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Page } from "@/components/shell/page";
import { ConnectionTable } from "@/components/sign-on/connection-table";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { requireMember } from "@/lib/auth/session";
import { paths } from "@/lib/inputs/paths";
import { can } from "@/lib/policy/can";
import { listConnections } from "@/lib/sign-on/list";

export const metadata: Metadata = { title: "Single sign-on" };

export default async function SignOnPage() {
  const actor = await requireMember();
  const may = can(actor, "connection.save", null).ok;
  const rows = may ? await listConnections({ actor }, {}) : [];
  const add = (
    <Link href={paths.newConnection()} className={buttonClass("primary")} prefetch={false}>
      <Plus aria-hidden />
      Add connection
    </Link>
  );
  return (
    <Page
      title="Single sign-on"
      description="People sign in with the accounts of your OpenID provider, for all services of this installation."
      actions={rows.length > 0 && add}
    >
      <Card aria-label="Connections">
        {rows.length > 0 ? (
          <ConnectionTable rows={rows} />
        ) : may ? (
          <EmptyState picture={<KeyRound />} title="No connections yet" action={add}>
            Connect Okta, Microsoft Entra ID, Google Workspace, Keycloak or any other provider that
            speaks OpenID Connect.
          </EmptyState>
        ) : (
          <EmptyState picture={<KeyRound />} title="Only owners of this installation see this">
            Ask one of them to set up single sign-on.
          </EmptyState>
        )}
      </Card>
    </Page>
  );
}
