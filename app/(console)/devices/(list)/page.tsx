import { BellOff, Search, Smartphone, UserX } from "lucide-react";
import type { Metadata } from "next";
import { noDevices } from "@/components/device/no-devices";
import { DeviceTable } from "@/components/device/device-table";
import { DeviceWall } from "@/components/device/device-wall";
import { ThisBrowser } from "@/components/device/this-browser";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { ComposeButton } from "@/components/shell/compose-button";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { CardHeader } from "@/components/ui/card";
import { listApps } from "@/lib/directory/app/list";
import { webPushApps } from "@/lib/directory/app/web-push";
import { listDevices } from "@/lib/directory/device/list";
import { listRegistered } from "@/lib/directory/device/registered";
import { deviceSorts } from "@/lib/inputs/registered-devices";
import { inService, type Query } from "../../in-service";

export const metadata: Metadata = { title: "Devices" };

export default async function DevicesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { as, serviceId, may } = await inService(query);
  const address = listAddress("/devices", query, deviceSorts);
  const { sort, after, before } = address;
  const [apps, simulated, page, here] = await Promise.all([
    listApps(as, { serviceId }),
    listDevices(as, { serviceId, simulated: true, limit: 24 }),
    listRegistered(as, { serviceId, simulated: false, sort, after, before }),
    webPushApps(as, { serviceId }),
  ]);
  const screens = simulated.rows.filter(({ state }) => state === "active");
  return (
    <ListPage
      title="Devices"
      description="Where notifications arrive."
      actions={
        <>
          {may("person.erase").ok && (
            <Button asChild>
              <SameServiceLink href="/devices/erased">
                <UserX aria-hidden />
                Removed people
              </SameServiceLink>
            </Button>
          )}
          <Button asChild>
            <SameServiceLink href="/devices/suppressed">
              <BellOff aria-hidden />
              Suppression list
            </SameServiceLink>
          </Button>
          <ComposeButton />
        </>
      }
      above={
        screens.length > 0 && (
          <DeviceWall
            devices={screens}
            apps={Object.fromEntries(
              apps.map(({ appid, name, iconUrl, siteUrl }) => [
                appid,
                { name, ...(iconUrl !== null && { iconUrl }), ...(siteUrl !== null && { siteUrl }) },
              ]),
            )}
          />
        )
      }
      header={
        <CardHeader
          title="Registered devices"
          description="Apps and browsers that registered themselves with the service."
          actions={
            <>
              <ThisBrowser apps={here} />
              <Button asChild size="sm">
                <SameServiceLink href="/devices/registered">
                  <Search aria-hidden />
                  Find devices
                </SameServiceLink>
              </Button>
            </>
          }
        />
      }
      address={address}
      page={page}
      noun={{ one: "device", many: "devices" }}
      picture={<Smartphone />}
      empty={noDevices}
    >
      <DeviceTable rows={page.rows} label="Registered devices" address={address} />
    </ListPage>
  );
}
