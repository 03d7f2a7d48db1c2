import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { BackLink, Page } from "@/components/shell/page";
import { ConnectionForm } from "@/components/sign-on/connection-form";
import { requireMember } from "@/lib/auth/session";
import { listServices } from "@/lib/directory/service/list";
import { paths, single } from "@/lib/inputs/paths";
import { can } from "@/lib/policy/can";
import { newConnectionId, redirectUriOf } from "@/lib/sign-on/connection";
import { listBreakGlass, openConnection } from "@/lib/sign-on/list";
import { ifFound, type Query } from "../../../in-service";
import { saveConnection } from "../actions";

export const metadata: Metadata = { title: "New connection" };

export default async function NewConnectionPage({
  searchParams,
}: {
  searchParams: Promise<Query>;
}) {
  const actor = await requireMember();
  if (!can(actor, "connection.save", null).ok) redirect(paths.connections());
  const requestedId = single((await searchParams)["id"]);
  const id = newConnectionId(requestedId);
  // In the address, so that the redirect URI stays what it was when the page is loaded again.
  if (id !== requestedId) redirect(paths.newConnection({ id }));
  if (await ifFound(openConnection({ actor }, { id }))) redirect(paths.connection(id));
  return (
    <Page
      trail={<BackLink href={paths.connections()}>Single sign-on</BackLink>}
      title="New connection"
    >
      <ConnectionForm
        id={id}
        connection={undefined}
        redirectUri={redirectUriOf(id)}
        services={await listServices({ actor })}
        owners={await listBreakGlass({ actor }, {})}
        save={saveConnection}
      />
    </Page>
  );
}
