"use client";

import type { ReactNode } from "react";
import type { DeviceSettings } from "./device-settings";
import { isPhone, type System } from "./face";
import { Desktop } from "./faces/desktop";
import { Phone, type PhonePlace } from "./faces/phone";
import { Tile } from "./faces/tile";
import "./screens.css";

interface DeviceScreenProps {
  system: System;
  settings: DeviceSettings;
  /** What a phone shows around the notification. A desktop is always the same. */
  place?: PhonePlace;
  /** Shows the upper part of a phone alone, fading out. */
  cropped?: boolean;
  /** Shows of any device no more than its notifications and what is right behind them. */
  tile?: boolean;
  /** The moment on its clocks, ms UTC; left out for a picture. */
  at?: number | undefined;
  children: ReactNode;
}

/** A device around its notifications. As wide as the room it is given, in proportion. */
export function DeviceScreen({
  system,
  settings,
  place = "shade",
  cropped = false,
  tile = false,
  at,
  children,
}: DeviceScreenProps) {
  const { scheme, textSize = "normal", rightToLeft = false } = settings;
  return (
    <div
      className="df"
      translate="no"
      data-scheme={scheme}
      data-system={system}
      data-text={textSize}
      dir={rightToLeft ? "rtl" : "ltr"}
    >
      {tile ? (
        <Tile place={isPhone({ system }) ? place : "desktop"} at={at}>
          {children}
        </Tile>
      ) : isPhone({ system }) ? (
        <Phone place={place} cropped={cropped} at={at}>
          {children}
        </Phone>
      ) : (
        <Desktop system={system} at={at}>
          {children}
        </Desktop>
      )}
    </div>
  );
}
