"use client";

import type { ReactNode } from "react";
import type { System } from "./face";
import type { FaceProps } from "./faces/face-props";
import { GnomeBanner } from "./faces/gnome-banner";
import { HuaweiCard } from "./faces/huawei-card";
import { IphoneCard } from "./faces/iphone-card";
import { MacBanner } from "./faces/mac-banner";
import { PixelCard } from "./faces/pixel-card";
import { SamsungCard } from "./faces/samsung-card";
import { WindowsToast } from "./faces/windows-toast";

const cards: Record<System, (props: FaceProps) => ReactNode> = {
  pixel: PixelCard,
  samsung: SamsungCard,
  huawei: HuaweiCard,
  iphone: IphoneCard,
  windows: WindowsToast,
  gnome: GnomeBanner,
  macos: MacBanner,
};

/**
 * A notification as one system draws it: a function of what the provider was sent, read back as an
 * `Appearance`.
 */
export function NotificationCard(props: FaceProps) {
  const Card = cards[props.face.system];
  return <Card {...props} />;
}
