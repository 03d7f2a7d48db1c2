import { PenLine, Smartphone } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { DeviceTable } from "@/components/device/device-table";
import { DeviceWall } from "@/components/device/device-wall";
import { Paging } from "@/components/message/paging";
import { single, withQuery } from "@/components/message/with-query";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { requireMember } from "@/lib/auth/session";
import { listApps } from "@/lib/directory/app/list";
import { listDevices } from "@/lib/directory/device/list";

export const metadata: Metadata = { title: "Devices" };

export default async function DevicesPage({ searchParams }: { searchParams: Promise<{ after?: string | string[] }> }) {
  const member = await requireMember();
  const after = single((await searchParams).after);
  const apps = await listApps(member);
  const sandboxes = apps.filter(({ sandbox }) => sandbox);
  const [simulated, { rows, next }] = await Promise.all([
    Promise.all(sandboxes.map(({ appid }) => listDevices(member, { appid, limit: 24 }))),
    listDevices(member, { limit: 50, ...(after && { after }) }),
  ]);
  const screens = simulated.flatMap((page) => page.rows.filter(({ state }) => state === "active"));
  const registered = rows.filter(({ appid }) => sandboxes.every((app) => app.appid !== appid));
  return (
    <Page
      title="Devices"
      description="Where notifications arrive."
      wide
      actions={
        <Button asChild variant="primary">
          <Link href="/compose">
            <PenLine aria-hidden />
            Compose
          </Link>
        </Button>
      }
    >
      {screens.length > 0 && (
        <DeviceWall
          devices={screens}
          apps={Object.fromEntries(apps.map(({ appid, name, iconUrl }) => [appid, { name, ...(iconUrl !== null && { iconUrl }) }]))}
        />
      )}
      <Card aria-labelledby="registered-title" className="mt-12">
        <CardHeader
          id="registered-title"
          title="Registered devices"
          description="Apps and browsers that registered themselves with the service."
        />
        {registered.length === 0 ? (
          <EmptyState picture={<Smartphone />} title="No device has registered yet">
            An app registers its device with <code className="code">PUT /resources/v1/devices</code>; it appears here at once.
          </EmptyState>
        ) : (
          <DeviceTable rows={registered} label="Registered devices" />
        )}
        <Paging older={next === null ? undefined : withQuery("/devices", { after: next })} newest={after && "/devices"} />
      </Card>
    </Page>
  );
}
