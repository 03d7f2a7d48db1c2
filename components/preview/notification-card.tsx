"use client";

import type { FaceProps } from "./faces/face-props";
import { GnomeBanner } from "./faces/gnome-banner";
import { HuaweiCard } from "./faces/huawei-card";
import { IphoneCard } from "./faces/iphone-card";
import { MacBanner } from "./faces/mac-banner";
import { PixelCard } from "./faces/pixel-card";
import { SamsungCard } from "./faces/samsung-card";
import { WindowsToast } from "./faces/windows-toast";

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
