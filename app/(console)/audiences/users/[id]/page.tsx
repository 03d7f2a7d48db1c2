import type { Metadata } from "next";
import { DeviceDeliveries } from "@/components/device/device-deliveries";
import { BackLink, Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, TitledCard } from "@/components/ui/card";
import { Verbatim } from "@/components/ui/verbatim";
import { UserDevices, UserLists } from "@/components/user/user-devices";
import { UserAttributes, UserFacts } from "@/components/user/user-facts";
import { requireMember } from "@/lib/auth/session";
import { openUser } from "@/lib/directory/user/open";
import { paths, single } from "@/lib/inputs/paths";
import { listUserDeliveries } from "@/lib/results/user-deliveries";
import { inServiceOf, orNotFound, type ThingPageProps } from "../../../in-service";

export const metadata: Metadata = { title: "User" };

export default async function UserPage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const user = await orNotFound(openUser({ actor: await requireMember() }, { id }));
  const path = paths.user(user.id);
  const { query, as } = await inServiceOf(user, path, await searchParams);
  const after = single(query["after"]);
  const deliveries = await orNotFound(listUserDeliveries(as, { id: user.id, after }));
  return (
    <Page
      trail={<BackLink href={paths.users()}>Users</BackLink>}
      title={<Verbatim>{user.userid}</Verbatim>}
      actions={user.suppression !== null && <Badge tone="amber">Suppressed</Badge>}
    >
      <div className="space-y-5">
        <Card aria-label="About this user">
          <CardBody>
            <UserFacts user={user} />
          </CardBody>
        </Card>
        <TitledCard id="attributes-title" title="Attributes">
          <CardBody>
            <UserAttributes attributes={user.attributes} />
          </CardBody>
        </TitledCard>
        <TitledCard id="devices-title" title="Devices">
          <UserDevices devices={user.devices} />
        </TitledCard>
        <TitledCard id="lists-title" title="Lists">
          <CardBody>
            <UserLists lists={user.lists} />
          </CardBody>
        </TitledCard>
        <TitledCard
          id="history-title"
          title="Deliveries"
          description="Messages sent to this user ID, newest first"
        >
          <DeviceDeliveries
            page={deliveries}
            path={path}
            isLater={after !== undefined}
            recipient="user"
          />
        </TitledCard>
      </div>
    </Page>
  );
}
