import { Smartphone } from "lucide-react";
import type { Metadata } from "next";
import { DeviceFilters } from "@/components/device/device-filters";
import { DeviceTable } from "@/components/device/device-table";
import { ExportButton } from "@/components/device/export-button";
import { ImportButton } from "@/components/device/import-button";
import { noDevices } from "@/components/device/no-devices";
import { isFiltered, listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { BackLink } from "@/components/shell/page";
import { listApps } from "@/lib/directory/app/list";
import { listRegistered } from "@/lib/directory/device/registered";
import { deviceValues } from "@/lib/directory/device/values";
import { paths } from "@/lib/inputs/paths";
import { deviceSorts } from "@/lib/inputs/registered-devices";
import { inService, type Query } from "../../in-service";
import { importDevices } from "../actions";
import { filtersOf } from "./filters";

export const metadata: Metadata = { title: "Registered devices" };

export default async function RegisteredPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const { input, filter } = filtersOf(query);
  const address = listAddress(paths.registeredDevices(), query, deviceSorts, filter);
  const { sort, after, before } = address;
  const [apps, values, page] = await Promise.all([
    listApps(as, { serviceId }),
    deviceValues(as, { serviceId }),
    listRegistered(as, { serviceId, ...input, sort, after, before }),
  ]);
  return (
    <ListPage
      title="Registered devices"
      trail={<BackLink href={paths.devices()}>Devices</BackLink>}
      description="Every app and browser that can be sent to, and those that were."
      actions={
        <>
          {may("device.import").ok && (
            <ImportButton key={serviceId} serviceId={serviceId} importLines={importDevices} />
          )}
          {may("device.export").ok && (
            <ExportButton
              query={{ ...filter, service: serviceId }}
              filtered={isFiltered(address)}
            />
          )}
        </>
      }
      filters={<DeviceFilters apps={apps} values={values} {...input} />}
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
