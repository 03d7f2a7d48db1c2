"use client";

import { Bell } from "lucide-react";
import { AppIcon } from "../app-icon";
import { Cut } from "../cut";
import { shownButtons, shownPicture } from "../text-equivalent";
import { BrowserMark } from "./browser-mark";
import type { FaceProps } from "./face-props";
import { ActionRow, DismissButton, Expander, TapArea } from "./parts";
import { Picture } from "./picture";

/**
 * A notification on a Pixel: folded, the title stands in the first line; opened, the app's name
 * does. One from a site is Chrome's, which adds the host behind the name, the site's icon at the
 * far end, and a way out at the end of the buttons.
 */
export function PixelCard({
  appearance,
  face,
  surface,
  when,
  actions,
  onExpandedChange,
  onCut,
}: FaceProps) {
  const { title, text, iconUrl, appName, kind, site } = appearance;
  const expanded = surface === "expanded";
  const isOfSite = kind === "chrome";
  const picture = shownPicture(appearance, face, surface);
  const lines = expanded ? (picture === undefined ? undefined : 2) : 1;
  return (
    <div className="df-android" data-surface={surface}>
      <TapArea actions={actions} appearance={appearance} />
      {isOfSite ? (
        <span aria-hidden className="df-android-icon">
          <BrowserMark kind="chrome" />
        </span>
      ) : iconUrl === undefined ? (
        <span aria-hidden className="df-android-icon">
          <Bell />
        </span>
      ) : (
        <AppIcon name={appName} url={iconUrl} className="df-android-icon" />
      )}
      <div className="df-android-body">
        <div className="df-android-head">
          {expanded || title === undefined ? (
            <span className="df-android-app">{isOfSite ? "Chrome" : appName}</span>
          ) : (
            <Cut part="title" lines={1} className="df-android-title" onCut={onCut} text={title} />
          )}
          {isOfSite && <span className="df-android-site">• {site ?? appName}</span>}
          <span className="df-android-time">• {when}</span>
        </div>
        {expanded && title !== undefined && (
          <Cut part="title" lines={1} className="df-android-title" onCut={onCut} text={title} />
        )}
        <Cut part="text" lines={lines} className="df-android-text" onCut={onCut} text={text} />
      </div>
      <div className="df-android-side">
        {!expanded && picture !== undefined && (
          <Picture src={picture} className="df-android-thumb" />
        )}
        {isOfSite && <AppIcon name={appName} url={iconUrl} className="df-android-large" />}
        <Expander
          expanded={expanded}
          onExpandedChange={onExpandedChange}
          className="df-android-expander"
        />
      </div>
      {expanded && picture !== undefined && <Picture src={picture} className="df-android-big" />}
      <ActionRow
        buttons={shownButtons(appearance, face, surface)}
        own={isOfSite && face.buttons.on.includes(surface) ? "Unsubscribe" : undefined}
        actions={actions}
        className="df-android-actions"
      />
      <DismissButton actions={actions} />
    </div>
  );
}
