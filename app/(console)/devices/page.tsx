import { Smartphone } from "lucide-react";
import type { Metadata } from "next";
import { DeviceTable } from "@/components/device/device-table";
import { DeviceWall } from "@/components/device/device-wall";
import { ThisBrowser } from "@/components/device/this-browser";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { ComposeButton } from "@/components/shell/compose-button";
import { CardHeader } from "@/components/ui/card";
import { listApps } from "@/lib/directory/app/list";
import { webPushApps } from "@/lib/directory/app/web-push";
import { listDevices } from "@/lib/directory/device/list";
import { inService, type Query } from "../in-service";

export const metadata: Metadata = { title: "Devices" };

export default async function DevicesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { as, serviceId } = await inService(query);
  const address = listAddress("/devices", query, ["-registered"]);
  const { after, before } = address;
  const [apps, simulated, page, here] = await Promise.all([
    listApps(as, { serviceId }),
    listDevices(as, { serviceId, simulated: true, limit: 24 }),
    listDevices(as, { serviceId, simulated: false, after, before }),
    webPushApps(as, { serviceId }),
  ]);
  const screens = simulated.rows.filter(({ state }) => state === "active");
  return (
    <ListPage
      title="Devices"
      description="Where notifications arrive."
      actions={<ComposeButton />}
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
          actions={<ThisBrowser apps={here} />}
        />
      }
      address={address}
      page={page}
      noun={{ one: "device", many: "devices" }}
      picture={<Smartphone />}
      empty={{
        title: "No devices yet",
        text: (
          <>
            An app registers its device with <code className="code">PUT /resources/v1/devices</code>; it appears here at once.
          </>
        ),
      }}
    >
      <DeviceTable rows={page.rows} label="Registered devices" />
    </ListPage>
  );
}
