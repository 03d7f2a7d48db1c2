"use client";

import { BatteryMedium, Search, SignalHigh, Volume2, Wifi } from "lucide-react";
import type { ReactNode } from "react";
import type { Appearance } from "@/lib/payload/appearance";
import { BrowserMark } from "./browser-mark";
import { clockOf } from "./clock-of";
import { isPhone, type Scheme } from "./face";
import "./frame.css";
import "./parts.css";
import "./android-cards.css";
import "./iphone-card.css";
import "./desktop.css";
import "./desktop-cards.css";

interface DeviceScreenProps {
  kind: Appearance["kind"];
  scheme: Scheme;
  /** The lock screen with its clock, or the open shade. Phones only. */
  locked?: boolean;
  /** Shows the upper part of a phone alone, fading out. */
  cropped?: boolean;
  /** The moment on its clocks, ms UTC; left out for a picture. */
  at?: number | undefined;
  children: ReactNode;
}

/** A device around its notifications. As wide as the room it is given, in proportion. */
export function DeviceScreen(props: DeviceScreenProps) {
  return (
    <div className="df" data-scheme={props.scheme} data-kind={props.kind}>
      {isPhone(props.kind) ? <Phone {...props} /> : <Desktop {...props} />}
    </div>
  );
}

function Phone({ locked = false, cropped = false, at, children }: DeviceScreenProps) {
  const clock = clockOf(at);
  return (
    <div className="df-phone" data-cropped={cropped} data-locked={locked}>
      <div className="df-glass">
        <div aria-hidden className="df-wallpaper" />
        {!locked && <div aria-hidden className="df-scrim" />}
        <span aria-hidden className="df-camera" />
        <div aria-hidden className="df-status">
          <span>{locked ? "" : clock.time}</span>
          <span>
            <SignalHigh />
            <Wifi />
            <BatteryMedium />
          </span>
        </div>
        {locked && (
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

function Desktop({ kind, at, children }: DeviceScreenProps) {
  const clock = clockOf(at);
  return (
    <div className="df-desktop">
      <div className="df-monitor">
        <div aria-hidden className="df-wallpaper" />
        {kind === "safari" && (
          <div aria-hidden className="df-menubar">
            <b>Safari</b>
            <span>File</span>
            <span>Edit</span>
            <span>View</span>
            <i />
            <Wifi />
            <Search />
            <span>
              {clock.short} {clock.time}
            </span>
          </div>
        )}
        {kind === "firefox" && (
          <div aria-hidden className="df-topbar">
            <i className="df-pill" />
            <b>
              {clock.short} {clock.time}
            </b>
            <span>
              <Wifi />
              <Volume2 />
              <BatteryMedium />
            </span>
          </div>
        )}
        <div className="df-stack">{children}</div>
        {kind === "chrome" && (
          <div aria-hidden className="df-taskbar">
            <svg viewBox="0 0 22 22">
              <path d="M1 1h9.500v9.500H1zM11.500 1H21v9.500h-9.500zM1 11.500h9.500V21H1zM11.500 11.500H21V21h-9.500z" fill="#1a8cf0" />
            </svg>
            <Search />
            <BrowserMark kind="chrome" />
            <span>{clock.time}</span>
          </div>
        )}
      </div>
    </div>
  );
}
