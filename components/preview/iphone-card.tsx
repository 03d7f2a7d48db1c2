"use client";

import { AppIcon } from "./app-icon";
import { Cut } from "./cut";
import type { FaceProps } from "./face";
import { ActionRow, DismissButton, Expander, TapArea } from "./parts";
import { Picture } from "./picture";
import { shownButtons } from "./text-equivalent";

/** A notification on an iPhone: a banner of glass; held down, it opens to the whole text, the picture and its menu of buttons. */
export function IphoneCard({ appearance, expanded, when, actions, onExpandedChange, onCut }: FaceProps) {
  const { title, text, imageUrl, appName, iconUrl } = appearance;
  return (
    <div className="df-ios" data-expanded={expanded}>
      <div className="df-ios-banner">
        <TapArea actions={actions} appearance={appearance} />
        {expanded && imageUrl !== undefined && <Picture src={imageUrl} className="df-ios-big" />}
        <AppIcon name={appName} url={iconUrl} className="df-ios-icon" />
        <div className="df-ios-words">
          <div className="df-ios-head">
            <Cut part="title" lines={expanded ? undefined : 1} className="df-ios-title" onCut={onCut}>
              {title ?? appName}
            </Cut>
            <span className="df-ios-time">{when}</span>
          </div>
          <Cut part="text" lines={expanded ? undefined : 4} className="df-ios-text" onCut={onCut}>
            {text}
          </Cut>
        </div>
        {!expanded && imageUrl !== undefined && <Picture src={imageUrl} className="df-ios-thumb" />}
        {onExpandedChange && <Expander expanded={expanded} onExpandedChange={onExpandedChange} className="df-ios-expander" />}
        <DismissButton actions={actions} />
      </div>
      <ActionRow
        buttons={shownButtons(appearance, expanded ? "expanded" : "lock")}
        actions={actions}
        className="df-ios-actions"
        replyPlaceholder="Message"
      />
    </div>
  );
}
