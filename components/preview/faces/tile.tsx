"use client";

import type { ReactNode } from "react";
import { clockOf } from "../clock-of";
import { AppInUse, type PhonePlace } from "./phone";

interface TileProps {
  /** What is behind the notification; a desktop has its wallpaper there. */
  place: PhonePlace | "desktop";
  /** The moment on the clock of a lock screen, ms UTC; left out for a picture. */
  at: number | undefined;
  children: ReactNode;
}

/** The part of a screen that holds its notifications, for where many are looked at side by side. */
export function Tile({ place, at, children }: TileProps) {
  const clock = clockOf(at);
  return (
    <div className="df-tile" data-place={place}>
      {place === "app" ? <AppInUse /> : <div aria-hidden className="df-wallpaper" />}
      {place === "shade" && <div aria-hidden className="df-scrim" />}
      {place === "lock" && (
        <div aria-hidden className="df-clock">
          <span>{clock.long}</span>
          <b>{clock.time}</b>
        </div>
      )}
      <div className="df-stack">{children}</div>
    </div>
  );
}
