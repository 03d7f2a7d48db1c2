"use client";

import { X } from "lucide-react";
import { AppIcon } from "../app-icon";
import { Cut } from "../cut";
import { BrowserMark } from "./browser-mark";
import type { FaceProps } from "./face-props";
import { DismissButton, Expander, TapArea } from "./parts";

/**
 * A banner of the GNOME desktop as Firefox raises it: one line until the pointer opens it. No
 * picture, no buttons.
 */
export function GnomeBanner({
  appearance,
  surface,
  when,
  actions,
  onExpandedChange,
  onCut,
}: FaceProps) {
  const { title, text, iconUrl, appName } = appearance;
  const expanded = surface === "expanded";
  return (
    <div className="df-gnome">
      <TapArea actions={actions} appearance={appearance} />
      <div className="df-gnome-head">
        <BrowserMark kind="firefox" />
        <span>Firefox</span>
        <span>{when === "now" ? "Just now" : when}</span>
        <Expander
          expanded={expanded}
          onExpandedChange={onExpandedChange}
          className="df-gnome-round"
        />
        {actions ? (
          <DismissButton actions={actions} className="df-gnome-round" />
        ) : (
          <span className="df-gnome-round">
            <X aria-hidden />
          </span>
        )}
      </div>
      <div className="df-gnome-body">
        <AppIcon name={appName} url={iconUrl} className="df-gnome-icon" />
        <div className="df-gnome-words">
          <Cut
            part="title"
            lines={1}
            className="df-gnome-title"
            onCut={onCut}
            text={title ?? appName}
          />
          <Cut
            part="text"
            lines={expanded ? 6 : 1}
            className="df-gnome-text"
            onCut={onCut}
            text={text}
          />
        </div>
      </div>
    </div>
  );
}
