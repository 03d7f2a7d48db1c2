"use client";

import { AppIcon } from "../app-icon";
import { Cut } from "../cut";
import { shownButtons, shownPicture } from "../text-equivalent";
import type { FaceProps } from "./face-props";
import { ActionRow, DismissButton, Expander, TapArea } from "./parts";
import { Picture } from "./picture";

/**
 * A notification on a Huawei phone: the app's icon and name in a line of their own, the rest below.
 */
export function HuaweiCard({
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
    <div className="df-huawei" data-surface={surface}>
      <TapArea actions={actions} appearance={appearance} />
      <div className="df-huawei-head">
        <AppIcon name={appName} url={iconUrl} className="df-huawei-icon" />
        <span>{appName}</span>
        <span>{when}</span>
        <Expander
          expanded={expanded}
          onExpandedChange={onExpandedChange}
          className="df-huawei-expander"
        />
      </div>
      <div className="df-huawei-body">
        <div className="df-huawei-words">
          {title !== undefined && (
            <Cut part="title" lines={1} className="df-huawei-title" onCut={onCut} text={title} />
          )}
          <Cut
            part="text"
            lines={expanded ? undefined : 1}
            className="df-huawei-text"
            onCut={onCut}
            text={text}
          />
        </div>
        {!expanded && picture !== undefined && (
          <Picture src={picture} className="df-huawei-thumb" />
        )}
      </div>
      {expanded && picture !== undefined && <Picture src={picture} className="df-huawei-big" />}
      <ActionRow
        buttons={shownButtons(appearance, face, surface)}
        actions={actions}
        className="df-huawei-actions"
      />
      <DismissButton actions={actions} />
    </div>
  );
}
