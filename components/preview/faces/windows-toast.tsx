"use client";

import { Ellipsis, X } from "lucide-react";
import { AppIcon } from "../app-icon";
import { Cut } from "../cut";
import { shownButtons, shownPicture } from "../text-equivalent";
import { BrowserMark } from "./browser-mark";
import type { FaceProps } from "./face-props";
import { ActionRow, DismissButton, TapArea } from "./parts";
import { Picture } from "./picture";

/**
 * A toast of Windows 11: the browser on top, the picture across, the site under the text, the
 * buttons below.
 */
export function WindowsToast({ appearance, face, surface, actions, onCut }: FaceProps) {
  const { title, text, iconUrl, appName } = appearance;
  const isFirefox = face.kind === "firefox";
  const site = appearance.site ?? appName;
  const picture = shownPicture(appearance, face, surface);
  return (
    <div className="df-windows">
      <TapArea actions={actions} appearance={appearance} />
      <div className="df-windows-head">
        <BrowserMark kind={isFirefox ? "firefox" : "chrome"} />
        <span>{isFirefox ? "Firefox" : "Google Chrome"}</span>
        <Ellipsis aria-hidden />
        {actions ? (
          <DismissButton actions={actions} className="df-windows-close" />
        ) : (
          <X aria-hidden />
        )}
      </div>
      {picture !== undefined && <Picture src={picture} className="df-windows-hero" />}
      <div className="df-windows-body">
        <AppIcon name={appName} url={iconUrl} className="df-windows-icon" />
        <div className="df-windows-words">
          <Cut
            part="title"
            lines={2}
            className="df-windows-title"
            onCut={onCut}
            text={title ?? appName}
          />
          <Cut part="text" lines={4} className="df-windows-text" onCut={onCut} text={text} />
          <div className="df-windows-site">{isFirefox ? `via ${site}` : site}</div>
        </div>
      </div>
      <ActionRow
        buttons={shownButtons(appearance, face, surface)}
        actions={actions}
        className="df-windows-actions"
      />
    </div>
  );
}
