"use client";

import { KindIcon } from "@/components/facts/kind-icon";
import { DeviceScreen } from "@/components/preview/device-screen";
import type { Scheme } from "@/components/preview/device-settings";
import { defaultFace, restingSurface } from "@/components/preview/face";
import { SameServiceLink } from "@/components/shell/same-service";
import { useNow } from "@/components/ui/browser/clock";
import { CopyButton } from "@/components/ui/copy-button";
import { Code } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import "./lab.css";
import type { LabNotification } from "@/lib/lab/notification";
import { NotificationItem } from "./notification-item";
import { deviceName, providerName, type ScreenApp, type ScreenDevice } from "./sandbox-screens";
import type { Act } from "./use-lab";

interface ScreenProps {
  device: ScreenDevice;
  userid: string;
  app: ScreenApp;
  scheme: Scheme;
  /** Newest first. */
  notifications: readonly LabNotification[];
  /** The one that came just now. */
  arrivedId: string | undefined;
  /** False until the first snapshot is there. */
  ready: boolean;
  act: (notification: LabNotification, done: Act) => void;
  onRaw: (notification: LabNotification) => void;
}

/** One simulated device: who it is, and its screen. */
export function Screen({
  device,
  userid,
  app,
  scheme,
  notifications,
  arrivedId,
  ready,
  act,
  onRaw,
}: ScreenProps) {
  const name = deviceName(device);
  const now = useNow();
  const face = defaultFace(device.kind);
  return (
    <section aria-label={`${name} of ${userid}`} className="min-w-0">
      <div className="mb-2.5 flex items-start gap-2.5 px-1">
        <KindIcon kind={device.kind} className="mt-0.5 text-ink-muted" />
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-sm font-semibold">
            {name} <span className="font-normal text-ink-faint">· {providerName(device.kind)}</span>
          </h3>
          <p className="flex min-w-0 items-center gap-0.5 text-xs text-ink-faint">
            <Code className="truncate" title={device.pushid}>
              {device.pushid}
            </Code>
            <CopyButton text={device.pushid} what={`push id of ${name}`} />
          </p>
        </div>
      </div>
      <DeviceScreen
        system={face.system}
        settings={{ scheme }}
        place={restingSurface(face) === "lock" ? "lock" : "shade"}
        at={now}
        cropped
      >
        {notifications.length > 0 ? (
          <ul aria-label={`Notifications on ${name}`} className="lab-list">
            {notifications.map((notification) => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                app={app}
                arriving={notification.id === arrivedId}
                act={act}
                onRaw={onRaw}
              />
            ))}
          </ul>
        ) : (
          <div className="lab-empty">
            {ready && (
              <SameServiceLink href={paths.compose()}>Nothing yet — send something</SameServiceLink>
            )}
          </div>
        )}
      </DeviceScreen>
    </section>
  );
}
