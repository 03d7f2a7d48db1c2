import { cache } from "react";
import { BackLink, Page } from "@/components/shell/page";
import { ConnectionForm } from "@/components/sign-on/connection-form";
import { RemoveConnection } from "@/components/sign-on/remove-connection";
import { TrialCard } from "@/components/sign-on/trial-card";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { listServices } from "@/lib/directory/service/list";
import { paths, single } from "@/lib/inputs/paths";
import { redirectUriOf } from "@/lib/sign-on/connection";
import { listBreakGlass, openConnection, readTried } from "@/lib/sign-on/list";
import { orNotFound, ifFound, titleOf, type ThingPageProps } from "../../../in-service";
import { removeConnection, saveConnection } from "../actions";

/** Read once for the page and its title. */
const open = cache(async (id: string) => openConnection({ actor: await requireMember() }, { id }));

export const generateMetadata = titleOf(open, "Connection");

export default async function ConnectionPage({ params, searchParams }: ThingPageProps) {
  const actor = await requireMember();
  const connection = await orNotFound(open((await params).id));
  const { id, name, proven, enforced, version } = connection;
  const tried = single((await searchParams)["tried"]);
  const trial =
    tried === undefined
      ? undefined
      : await ifFound(readTried({ actor }, { id, tryId: tried.slice(0, 100) }));
  const services = await listServices({ actor });
  return (
    <Page
      trail={<BackLink href={paths.connections()}>Single sign-on</BackLink>}
      title={<Verbatim>{name}</Verbatim>}
      description={
        enforced ? (
          <Badge tone="accent">Enforced</Badge>
        ) : (
          <Badge>{proven ? "Optional" : "Not tried yet"}</Badge>
        )
      }
      actions={
        <>
          <RemoveConnection id={id} name={name} remove={removeConnection} />
          <a href={`/api/sign-on/${id}/start?try=1`} className={buttonClass("secondary")}>
            Try it
          </a>
        </>
      }
    >
      {trial && <TrialCard trial={trial} services={services} />}
      <ConnectionForm
        key={version}
        id={id}
        connection={connection}
        redirectUri={redirectUriOf(id)}
        services={services}
        owners={await listBreakGlass({ actor }, {})}
        save={saveConnection}
      />
    </Page>
  );
}
