"use client";

import { AppIcon } from "../app-icon";
import { Cut } from "../cut";
import type { Surface } from "../face";
import { shownButtons, shownPicture } from "../text-equivalent";
import type { FaceProps } from "./face-props";
import { ActionRow, DismissButton, Expander, TapArea } from "./parts";
import { Picture } from "./picture";

/**
 * A notification on an iPhone: a banner of glass; a long press opens it to the whole text, the
 * picture and its menu of buttons.
 */
export function IphoneCard({
  appearance,
  face,
  surface,
  when,
  actions,
  onExpandedChange,
  onCut,
}: FaceProps) {
  const { title, text, appName, iconUrl } = appearance;
  const expanded = surface === "expanded";
  const picture = shownPicture(appearance, face, surface);
  return (
    <div className="df-ios" data-surface={surface}>
      <div className="df-ios-banner">
        <TapArea actions={actions} appearance={appearance} />
        {expanded && picture !== undefined && <Picture src={picture} className="df-ios-big" />}
        <AppIcon name={appName} url={iconUrl} className="df-ios-icon" />
        <div className="df-ios-words">
          <div className="df-ios-head">
            <Cut
              part="title"
              lines={expanded ? undefined : 1}
              className="df-ios-title"
              onCut={onCut}
              text={title ?? appName}
            />
            <span className="df-ios-time">{when}</span>
          </div>
          <Cut
            part="text"
            lines={linesOf(surface)}
            className="df-ios-text"
            onCut={onCut}
            text={text}
          />
        </div>
        {!expanded && picture !== undefined && <Picture src={picture} className="df-ios-thumb" />}
        {onExpandedChange && (
          <Expander
            expanded={expanded}
            onExpandedChange={onExpandedChange}
            className="df-ios-expander"
          />
        )}
        <DismissButton actions={actions} />
      </div>
      <ActionRow
        buttons={shownButtons(appearance, face, surface)}
        actions={actions}
        className="df-ios-actions"
        replyPlaceholder="Message"
      />
    </div>
  );
}

function linesOf(surface: Surface): number | undefined {
  if (surface === "expanded") return undefined;
  return surface === "heads-up" ? 2 : 4;
}
