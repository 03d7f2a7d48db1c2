import type { Metadata } from "next";
import { HistoryLink } from "@/components/audit/history-link";
import { DeviceDeliveries } from "@/components/device/device-deliveries";
import { DeviceFacts } from "@/components/device/device-facts";
import { DeviceMenu } from "@/components/device/device-menu";
import { DevicePill } from "@/components/device/device-state";
import { DeviceTokens } from "@/components/device/device-tokens";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { BackLink, Page } from "@/components/shell/page";
import { Card, CardBody, TitledCard } from "@/components/ui/card";
import { Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { openDevice } from "@/lib/directory/device/open";
import { paths, single } from "@/lib/inputs/paths";
import { listDeviceDeliveries } from "@/lib/results/device-deliveries";
import { orNotFound, inServiceOf, type ThingPageProps } from "../../in-service";
import {
  addSuppressions,
  removeEachSuppression,
  restoreDevice,
  retireDevice,
  suppressDevice,
} from "../actions";

export const metadata: Metadata = { title: "Device" };

export default async function DevicePage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const device = await orNotFound(openDevice({ actor: await requireMember() }, { id }));
  const path = paths.device(device.id);
  const { query, as, may } = await inServiceOf(device, path, await searchParams);
  const after = single(query["after"]);
  const deliveries = await orNotFound(listDeviceDeliveries(as, { id: device.id, after }));
  return (
    <Page
      trail={<BackLink href={paths.registeredDevices()}>Registered devices</BackLink>}
      title={device.model === null ? kindName(device.kind) : <Verbatim>{device.model}</Verbatim>}
      description={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <KindIcon kind={device.kind} />
          {[device.model === kindName(device.kind) ? null : kindName(device.kind), device.os]
            .filter((part) => part !== null)
            .join(" · ")}
        </span>
      }
      actions={
        <>
          {may("audit.read").ok && <HistoryLink object={device.id} />}
          <DevicePill state={device.state} />
          <DeviceMenu
            device={device}
            may={{
              retire: may("device.retire").ok,
              restore: may("device.restore").ok,
              suppress: may("suppression.add").ok,
            }}
            actions={{
              retire: retireDevice,
              restore: restoreDevice,
              suppressToken: suppressDevice,
              suppressUser: addSuppressions,
              unsuppress: removeEachSuppression,
            }}
          />
        </>
      }
    >
      <div className="space-y-5">
        <Card aria-label="About this device">
          <CardBody>
            <DeviceFacts device={device} />
          </CardBody>
        </Card>
        <TitledCard
          id="history-title"
          title="Deliveries"
          description="Messages sent to this device, newest first"
        >
          <DeviceDeliveries page={deliveries} path={path} isLater={after !== undefined} />
        </TitledCard>
        {device.others.length > 0 && (
          <TitledCard
            id="tokens-title"
            title="Other tokens"
            description="Previous and other push IDs of this device."
          >
            <DeviceTokens rows={device.others} />
          </TitledCard>
        )}
      </div>
    </Page>
  );
}
