import { PenLine, Smartphone } from "lucide-react";
import type { Metadata } from "next";
import { DeviceTable } from "@/components/device/device-table";
import { DeviceWall } from "@/components/device/device-wall";
import { ThisBrowser } from "@/components/device/this-browser";
import { Paging } from "@/components/listing/paging";
import { single, withQuery } from "@/components/listing/with-query";
import { Page } from "@/components/shell/page";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { listApps } from "@/lib/directory/app/list";
import { webPushApps } from "@/lib/directory/app/web-push";
import { listDevices } from "@/lib/directory/device/list";
import { inService, type Query } from "../in-service";

export const metadata: Metadata = { title: "Devices" };

export default async function DevicesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { as, serviceId } = await inService(query);
  const after = single(query["after"]);
  const [apps, simulated, { rows, next }, here] = await Promise.all([
    listApps(as, { serviceId }),
    listDevices(as, { serviceId, simulated: true, limit: 24 }),
    listDevices(as, { serviceId, simulated: false, limit: 50, after }),
    webPushApps(as, { serviceId }),
  ]);
  const screens = simulated.rows.filter(({ state }) => state === "active");
  return (
    <Page
      title="Devices"
      description="Where notifications arrive."
      wide
      actions={
        <Button asChild variant="primary">
          <SameServiceLink href="/compose">
            <PenLine aria-hidden />
            Compose
          </SameServiceLink>
        </Button>
      }
    >
      {screens.length > 0 && (
        <DeviceWall
          devices={screens}
          apps={Object.fromEntries(
            apps.map(({ appid, name, iconUrl, siteUrl }) => [
              appid,
              { name, ...(iconUrl !== null && { iconUrl }), ...(siteUrl !== null && { siteUrl }) },
            ]),
          )}
        />
      )}
      <Card aria-labelledby="registered-title" className="mt-12">
        <CardHeader
          id="registered-title"
          title="Registered devices"
          description="Apps and browsers that registered themselves with the service."
          actions={<ThisBrowser apps={here} />}
        />
        {rows.length === 0 ? (
          <EmptyState picture={<Smartphone />} title="No device has registered yet">
            An app registers its device with <code className="code">PUT /resources/v1/devices</code>; it appears here at once.
          </EmptyState>
        ) : (
          <DeviceTable rows={rows} label="Registered devices" />
        )}
        <Paging older={next === null ? undefined : withQuery("/devices", { after: next })} newest={after && "/devices"} />
      </Card>
    </Page>
  );
}
