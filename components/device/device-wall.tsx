"use client";

import { useTheme } from "next-themes";
import { useState } from "react";
import { StatePill } from "@/components/ui/badge";
import { Verbatim } from "@/components/ui/verbatim";
import type { LabNotification } from "@/lib/lab/notification";
import { onScreen, type LabState } from "./lab-state";
import { RawDialog } from "./raw-dialog";
import { byUser, deviceName, type ScreenApp, type ScreenDevice } from "./sandbox-screens";
import { Screen } from "./screen";
import { useLab } from "./use-lab";

interface DeviceWallProps {
  devices: readonly ScreenDevice[];
  /** Apps by appid: what their notifications are signed with. */
  apps: Readonly<Record<string, ScreenApp>>;
}

const nameless = { name: "App" };

/** The simulated devices, live, by the user who holds them. */
export function DeviceWall({ devices, apps }: DeviceWallProps) {
  const { state, act } = useLab();
  const { resolvedTheme } = useTheme();
  const [raw, setRaw] = useState<LabNotification>();
  const groups = byUser(devices);
  const close = () => setRaw(undefined);
  return (
    <section aria-labelledby="sandbox-title">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 id="sandbox-title" className="text-lg font-semibold tracking-tight">
          Sandbox
        </h2>
        <Connection connection={state.connection} />
        <p className="text-sm text-ink-muted">
          Tap, answer, dismiss: each device reports it, as a real one would.
        </p>
      </div>
      <div className="grid gap-x-8 gap-y-10 md:grid-cols-2 xl:grid-cols-3">
        {groups.map(({ userid, devices: theirs }) => (
          <section key={userid} aria-label={`Devices of ${userid}`} className="min-w-0">
            <p className="mb-4 border-b border-line pb-2 text-sm font-medium text-ink-muted">
              <Verbatim>{userid}</Verbatim>
            </p>
            <div className="space-y-8">
              {theirs.map((device) => (
                <Screen
                  key={device.id}
                  device={device}
                  userid={userid}
                  app={apps[device.appid] ?? nameless}
                  scheme={resolvedTheme === "dark" ? "dark" : "light"}
                  notifications={onScreen(state.notifications, device)}
                  arrivedId={state.arrived?.id}
                  ready={state.connection !== "connecting"}
                  act={act}
                  onRaw={setRaw}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
      <output aria-live="polite" className="sr-only">
        {state.arrived && announcement(state.arrived, devices)}
      </output>
      <RawDialog notification={raw} onClose={close} />
    </section>
  );
}

function announcement(arrived: LabNotification, devices: readonly ScreenDevice[]): string {
  const device = devices.find(
    ({ deviceid, pushid }) => deviceid === arrived.deviceid || pushid === arrived.pushId,
  );
  return `New notification on ${device ? deviceName(device) : "a device"} of ${arrived.userid}`;
}

function Connection({ connection }: { connection: LabState["connection"] }) {
  if (connection === "live") return <StatePill tone="green">Live</StatePill>;
  if (connection === "refused")
    return (
      <span title="Live updates paused. Close other pages of Clarion.">
        <StatePill tone="amber">Not live</StatePill>
      </span>
    );
  return (
    <StatePill tone={connection === "lost" ? "amber" : "neutral"} busy>
      {connection === "lost" ? "Reconnecting" : "Connecting"}
    </StatePill>
  );
}
