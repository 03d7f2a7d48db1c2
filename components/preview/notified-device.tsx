"use client";

import type { Appearance } from "@/lib/payload/appearance";
import { DeviceScreen } from "./device-screen";
import type { DeviceSettings } from "./device-settings";
import type { Face, Surface } from "./face";
import type { ReportCut } from "./faces/face-props";
import type { PhonePlace } from "./faces/phone";
import { NotificationCard } from "./notification-card";
import { UnfinishedProvider, type UnfinishedParts } from "./unfinished";

export interface NotifiedDeviceProps {
  appearance: Appearance;
  face: Face;
  /** One of the face's own. */
  surface: Surface;
  settings: DeviceSettings;
  unfinished: UnfinishedParts;
  /** Shows the notification alone, without the device around it. */
  tile?: boolean | undefined;
  onCut: ReportCut;
}

const places: Record<Surface, PhonePlace> = {
  collapsed: "shade",
  expanded: "shade",
  lock: "lock",
  "heads-up": "app",
};

/** A device with one notification on it: a picture, which is measured where it stands. */
export function NotifiedDevice({
  appearance,
  face,
  surface,
  settings,
  unfinished,
  tile = false,
  onCut,
}: NotifiedDeviceProps) {
  return (
    <div aria-hidden className="df-alone">
      <DeviceScreen
        system={face.system}
        settings={settings}
        place={places[surface]}
        cropped
        tile={tile}
      >
        <UnfinishedProvider value={unfinished}>
          <NotificationCard
            appearance={appearance}
            face={face}
            surface={surface}
            when="now"
            onCut={onCut}
          />
        </UnfinishedProvider>
      </DeviceScreen>
    </div>
  );
}
