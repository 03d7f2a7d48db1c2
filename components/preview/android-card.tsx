"use client";

import { Bell } from "lucide-react";
import { AppIcon } from "./app-icon";
import { Cut } from "./cut";
import type { FaceProps } from "./face";
import { ActionRow, DismissButton, Expander, TapArea } from "./parts";
import { Picture } from "./picture";
import { shownButtons } from "./text-equivalent";

/** A notification in the shade of a Pixel: folded, the title stands in the first line; opened, the app's name does. */
export function AndroidCard({ appearance, expanded, when, actions, onExpandedChange, onCut }: FaceProps) {
  const { title, text, imageUrl, iconUrl, appName } = appearance;
  const head = expanded || title === undefined ? undefined : title;
  return (
    <div className="df-android" data-expanded={expanded}>
      <TapArea actions={actions} appearance={appearance} />
      {iconUrl === undefined ? (
        <span aria-hidden className="df-android-icon">
          <Bell />
        </span>
      ) : (
        <AppIcon name={appName} url={iconUrl} className="df-android-icon" />
      )}
      <div className="df-android-body">
        <div className="df-android-head">
          {head === undefined ? (
            <span className="df-android-app">{appName}</span>
          ) : (
            <Cut part="title" lines={1} className="df-android-title" onCut={onCut}>
              {head}
            </Cut>
          )}
          <span className="df-android-time">• {when}</span>
        </div>
        {expanded && title !== undefined && (
          <Cut part="title" lines={1} className="df-android-title" onCut={onCut}>
            {title}
          </Cut>
        )}
        <Cut part="text" lines={expanded ? (imageUrl === undefined ? undefined : 2) : 1} className="df-android-text" onCut={onCut}>
          {text}
        </Cut>
      </div>
      <div className="df-android-side">
        {!expanded && imageUrl !== undefined && <Picture src={imageUrl} className="df-android-thumb" />}
        <Expander expanded={expanded} onExpandedChange={onExpandedChange} className="df-android-expander" />
      </div>
      {expanded && imageUrl !== undefined && <Picture src={imageUrl} className="df-android-big" />}
      <ActionRow buttons={shownButtons(appearance, expanded ? "expanded" : "collapsed")} actions={actions} className="df-android-actions" />
      <DismissButton actions={actions} />
    </div>
  );
}
