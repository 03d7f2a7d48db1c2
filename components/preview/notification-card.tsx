"use client";

import type { FaceProps } from "./face-props";
import { GnomeBanner } from "./gnome-banner";
import { HuaweiCard } from "./huawei-card";
import { IphoneCard } from "./iphone-card";
import { MacBanner } from "./mac-banner";
import { PixelCard } from "./pixel-card";
import { SamsungCard } from "./samsung-card";
import { WindowsToast } from "./windows-toast";

/** A notification as one system draws it: a function of what the provider was sent, read back as an `Appearance`. */
export function NotificationCard(props: FaceProps) {
  switch (props.face.system) {
    case "pixel":
      return <PixelCard {...props} />;
    case "samsung":
      return <SamsungCard {...props} />;
    case "huawei":
      return <HuaweiCard {...props} />;
    case "iphone":
      return <IphoneCard {...props} />;
    case "windows":
      return <WindowsToast {...props} />;
    case "gnome":
      return <GnomeBanner {...props} />;
    case "macos":
      return <MacBanner {...props} />;
  }
}
