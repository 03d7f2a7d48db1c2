"use client";

import { AndroidCard } from "./android-card";
import { GnomeBanner, MacBanner, WindowsToast } from "./desktop-cards";
import type { FaceProps } from "./face";
import { HuaweiCard } from "./huawei-card";
import { IphoneCard } from "./iphone-card";

/** A notification as its device draws it: a function of what the provider was sent, read back as an `Appearance`. */
export function NotificationCard(props: FaceProps) {
  switch (props.appearance.kind) {
    case "android":
      return <AndroidCard {...props} />;
    case "hms":
      return <HuaweiCard {...props} />;
    case "ios":
      return <IphoneCard {...props} />;
    case "chrome":
      return <WindowsToast {...props} />;
    case "firefox":
      return <GnomeBanner {...props} />;
    case "safari":
      return <MacBanner {...props} />;
  }
}
