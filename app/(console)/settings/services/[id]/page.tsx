import { headers } from "next/headers";
import { cache } from "react";
import { HistoryLink } from "@/components/audit/history-link";
import { AddressesCard } from "@/components/service/addresses-card";
import { ApprovalCard } from "@/components/service/approval-card";
import { CapsCard } from "@/components/service/caps-card";
import { GeneralCard } from "@/components/service/general-card";
import { KeysCard } from "@/components/service/keys-card";
import { RequestsCard } from "@/components/service/requests-card";
import { RetentionCard } from "@/components/service/retention-card";
import { SecretsCard } from "@/components/service/secrets-card";
import { SendingCard } from "@/components/service/sending-card";
import { ServiceState } from "@/components/service/service-table";
import { TestsCard } from "@/components/service/tests-card";
import { UpdatesCard } from "@/components/service/updates-card";
import { BackLink, Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { Verbatim } from "@/components/ui/verbatim";
import { clientOf } from "@/lib/auth/client-header";
import { requireMember } from "@/lib/auth/session";
import { plainAddress } from "@/lib/config/address-list";
import { mostKeys } from "@/lib/directory/service/keys";
import { listJwtSecrets } from "@/lib/directory/service/list-jwt-secrets";
import { listServiceKeys } from "@/lib/directory/service/list-keys";
import { openService } from "@/lib/directory/service/open";
import { paths } from "@/lib/inputs/paths";
import { orNotFound, inServiceOf, titleOf, type ThingPageProps } from "../../../in-service";
import {
  changeService,
  deactivateService,
  createServiceKey,
  removeJwtSecret,
  rerollServiceKey,
  rerollServiceSecret,
  revokeServiceKey,
  reactivateService,
} from "../actions";

/** Read once for the page and its title. */
const open = cache(async (serviceId: string) =>
  openService({ actor: await requireMember() }, { serviceId }),
);

export const generateMetadata = titleOf(open, "Service");

export default async function ServicePage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const service = await orNotFound(open(id));
  const { as, may } = await inServiceOf(service, paths.service(id), await searchParams);
  const [keys, jwtSecrets] = [
    await listServiceKeys(as, { serviceId: id }),
    await listJwtSecrets(as, { serviceId: id }),
  ];
  const change = may("service.change").ok ? changeService : undefined;
  const mayKeys =
    may("serviceKey.create").ok && may("serviceKey.reroll").ok && may("serviceKey.revoke").ok;
  return (
    <Page
      trail={<BackLink href={paths.services()}>Services</BackLink>}
      title={<Verbatim>{service.name}</Verbatim>}
      actions={may("audit.read").ok && <HistoryLink object={id} />}
      description={
        <span className="flex flex-wrap items-center gap-2">
          <ServiceState active={service.active} />
          {service.sandbox && <Badge tone="accent">Sandbox</Badge>}
          {!change && <span>Only admins of this service can change these settings.</span>}
        </span>
      }
    >
      <div className="space-y-5">
        <GeneralCard
          service={service}
          change={change}
          stateActions={
            may("service.deactivate").ok
              ? { deactivate: deactivateService, reactivate: reactivateService }
              : undefined
          }
        />
        <KeysCard
          service={service}
          keys={keys}
          most={mostKeys}
          actions={
            mayKeys
              ? { create: createServiceKey, reroll: rerollServiceKey, revoke: revokeServiceKey }
              : undefined
          }
        />
        <SecretsCard
          service={service}
          jwtSecrets={jwtSecrets}
          actions={
            may("serviceSecret.reroll").ok && may("jwtSecret.remove").ok
              ? { reroll: rerollServiceSecret, remove: removeJwtSecret }
              : undefined
          }
        />
        <UpdatesCard service={service} change={change} />
        <RequestsCard service={service} change={change} />
        <ApprovalCard service={service} change={change} />
        <SendingCard service={service} change={change} />
        <CapsCard service={service} change={change} />
        <TestsCard service={service} change={change} />
        <RetentionCard service={service} change={change} />
        <AddressesCard
          service={service}
          from={plainAddress(clientOf(await headers()))}
          change={change}
        />
      </div>
    </Page>
  );
}
