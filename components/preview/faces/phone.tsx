"use client";

import { BatteryMedium, SignalHigh, Wifi } from "lucide-react";
import type { ReactNode } from "react";
import { clockOf } from "../clock-of";

/** The shade that was pulled down, the lock screen with its clock, or an app in use. */
export type PhonePlace = "shade" | "lock" | "app";

interface PhoneProps {
  place: PhonePlace;
  cropped: boolean;
  at: number | undefined;
  children: ReactNode;
}

/** A phone around its notifications. */
export function Phone({ place, cropped, at, children }: PhoneProps) {
  const clock = clockOf(at);
  return (
    <div className="df-phone" data-cropped={cropped} data-place={place}>
      <div className="df-glass">
        {place === "app" ? <AppInUse /> : <div aria-hidden className="df-wallpaper" />}
        {place === "shade" && <div aria-hidden className="df-scrim" />}
        <span aria-hidden className="df-camera" />
        <div aria-hidden className="df-status">
          <span>{place === "lock" ? "" : clock.time}</span>
          <span>
            <SignalHigh />
            <Wifi />
            <BatteryMedium />
          </span>
        </div>
        {place === "lock" && (
          <div aria-hidden className="df-clock">
            <span>{clock.long}</span>
            <b>{clock.time}</b>
          </div>
        )}
        <div className="df-stack">{children}</div>
        {!cropped && <span aria-hidden className="df-home" />}
      </div>
    </div>
  );
}

/** Some app with a heading, a picture and a list, for a notification to drop in over. */
export function AppInUse() {
  return (
    <div aria-hidden className="df-app">
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
