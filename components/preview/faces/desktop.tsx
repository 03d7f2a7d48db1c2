"use client";

import { BatteryMedium, Search, Volume2, Wifi } from "lucide-react";
import type { ReactNode } from "react";
import { clockOf } from "../clock-of";
import type { System } from "../face";
import { BrowserMark } from "./browser-mark";

/** The corner of a desktop in which its notifications appear. */
export function Desktop({
  system,
  at,
  children,
}: {
  system: System;
  at: number | undefined;
  children: ReactNode;
}) {
  const clock = clockOf(at);
  return (
    <div className="df-desktop">
      <div className="df-monitor">
        <div aria-hidden className="df-wallpaper" />
        {system === "macos" && (
          <div aria-hidden className="df-menubar">
            <b>Finder</b>
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
        {system === "gnome" && (
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
        {system === "windows" && (
          <div aria-hidden className="df-taskbar">
            <svg viewBox="0 0 22 22">
              <path
                d="M1 1h9.500v9.500H1zM11.500 1H21v9.500h-9.500zM1 11.500h9.500V21H1zM11.500 11.500H21V21h-9.500z"
                fill="#1a8cf0"
              />
            </svg>
            <Search />
            <BrowserMark kind="chrome" />
            <BrowserMark kind="firefox" />
            <span>{clock.time}</span>
          </div>
        )}
      </div>
    </div>
  );
}
