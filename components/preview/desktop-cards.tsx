"use client";

import { Ellipsis, X } from "lucide-react";
import { AppIcon } from "./app-icon";
import { BrowserMark } from "./browser-mark";
import { Cut } from "./cut";
import type { FaceProps } from "./face";
import { ActionRow, DismissButton, Expander, TapArea } from "./parts";
import { Picture } from "./picture";
import { shownButtons } from "./text-equivalent";

/** A toast of Windows 11 as Chrome raises it: the browser on top, the picture across, the buttons below. */
export function WindowsToast({ appearance, actions, onCut }: FaceProps) {
  const { title, text, imageUrl, iconUrl, appName } = appearance;
  return (
    <div className="df-windows">
      <TapArea actions={actions} appearance={appearance} />
      <div className="df-windows-head">
        <BrowserMark kind="chrome" />
        <span>Google Chrome</span>
        <Ellipsis aria-hidden />
        {actions ? <DismissButton actions={actions} className="df-windows-close" /> : <X aria-hidden />}
      </div>
      {imageUrl !== undefined && <Picture src={imageUrl} className="df-windows-hero" />}
      <div className="df-windows-body">
        <AppIcon name={appName} url={iconUrl} className="df-windows-icon" />
        <div className="df-windows-words">
          <Cut part="title" lines={2} className="df-windows-title" onCut={onCut}>
            {title ?? appName}
          </Cut>
          <Cut part="text" lines={4} className="df-windows-text" onCut={onCut}>
            {text}
          </Cut>
          <div className="df-windows-site">{appName}</div>
        </div>
      </div>
      <ActionRow buttons={shownButtons(appearance, "collapsed")} actions={actions} className="df-windows-actions" />
    </div>
  );
}

/** A banner of the GNOME desktop as Firefox raises it: one line until the pointer opens it. No picture. */
export function GnomeBanner({ appearance, expanded, when, actions, onExpandedChange, onCut }: FaceProps) {
  const { title, text, iconUrl, appName } = appearance;
  return (
    <div className="df-gnome">
      <TapArea actions={actions} appearance={appearance} />
      <div className="df-gnome-head">
        <BrowserMark kind="firefox" />
        <span>Firefox</span>
        <span>{when === "now" ? "Just now" : when}</span>
        <Expander expanded={expanded} onExpandedChange={onExpandedChange} className="df-gnome-round" />
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
          <Cut part="title" lines={1} className="df-gnome-title" onCut={onCut}>
            {title ?? appName}
          </Cut>
          <Cut part="text" lines={expanded ? 6 : 1} className="df-gnome-text" onCut={onCut}>
            {text}
          </Cut>
        </div>
      </div>
      <ActionRow buttons={shownButtons(appearance, expanded ? "expanded" : "collapsed")} actions={actions} className="df-gnome-actions" />
    </div>
  );
}

/** A banner of macOS as Safari raises it: glass, the site's icon, four lines. No picture. */
export function MacBanner({ appearance, when, actions, onCut }: FaceProps) {
  const { title, text, iconUrl, appName } = appearance;
  return (
    <div className="df-mac">
      <TapArea actions={actions} appearance={appearance} />
      <AppIcon name={appName} url={iconUrl} className="df-mac-icon" />
      <div className="df-mac-words">
        <div className="df-mac-head">
          <Cut part="title" lines={1} className="df-mac-title" onCut={onCut}>
            {title ?? appName}
          </Cut>
          <span className="df-mac-time">{when}</span>
        </div>
        <Cut part="text" lines={4} className="df-mac-text" onCut={onCut}>
          {text}
        </Cut>
        <ActionRow buttons={shownButtons(appearance, "collapsed")} actions={actions} className="df-mac-actions" />
      </div>
      <DismissButton actions={actions} className="df-mac-close" />
    </div>
  );
}
