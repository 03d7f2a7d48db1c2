import { BellOff, Search, Smartphone, UserX } from "lucide-react";
import type { Metadata } from "next";
import { DeviceTable } from "@/components/device/device-table";
import { DeviceWall } from "@/components/device/device-wall";
import { noDevices } from "@/components/device/no-devices";
import { ThisBrowser } from "@/components/device/this-browser";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { ComposeButton } from "@/components/shell/compose-button";
import { LinkButton } from "@/components/shell/link-button";
import { CardHeader } from "@/components/ui/card";
import { listApps } from "@/lib/directory/app/list";
import { listWebPushApps } from "@/lib/directory/app/list-web-push";
import { listDevices } from "@/lib/directory/device/list";
import { listRegistered } from "@/lib/directory/device/registered";
import { paths } from "@/lib/inputs/paths";
import { deviceSorts } from "@/lib/inputs/registered-devices";
import { inService, type Query } from "../../in-service";

export const metadata: Metadata = { title: "Devices" };

export default async function DevicesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const address = listAddress(paths.devices(), query, deviceSorts);
  const { sort, after, before } = address;
  const [apps, simulated, page, here] = await Promise.all([
    listApps(as, { serviceId }),
    listDevices(as, { serviceId, simulated: true, limit: 24 }),
    listRegistered(as, { serviceId, simulated: false, sort, after, before }),
    listWebPushApps(as, { serviceId }),
  ]);
  const screens = simulated.rows.filter(({ state }) => state === "active");
  return (
    <ListPage
      title="Devices"
      description="Where notifications arrive."
      actions={
        <>
          {may("person.erase").ok && (
            <LinkButton icon={UserX} href={paths.removedPeople()}>
              Removed people
            </LinkButton>
          )}
          <LinkButton icon={BellOff} href={paths.suppressionList()}>
            Suppression list
          </LinkButton>
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
                {
                  name,
                  ...(iconUrl !== null && { iconUrl }),
                  ...(siteUrl !== null && { siteUrl }),
                },
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
              <LinkButton size="sm" icon={Search} href={paths.registeredDevices()}>
                Find devices
              </LinkButton>
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
