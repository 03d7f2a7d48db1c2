"use client";

import { AppIcon } from "../app-icon";
import { Cut } from "../cut";
import { shownButtons, shownPicture } from "../text-equivalent";
import type { FaceProps } from "./face-props";
import { ActionRow, DismissButton, Expander, TapArea } from "./parts";
import { Picture } from "./picture";

/**
 * A notification in One UI, Samsung's Android: the app's icon in colour, the time at the end of the
 * line, buttons of words alone.
 */
export function SamsungCard({
  appearance,
  face,
  surface,
  when,
  actions,
  onExpandedChange,
  onCut,
}: FaceProps) {
  const { title, text, iconUrl, appName } = appearance;
  const expanded = surface === "expanded";
  const picture = shownPicture(appearance, face, surface);
  const lines = expanded ? (picture === undefined ? undefined : 2) : 1;
  const heading =
    title === undefined ? (
      <span className="df-samsung-title">{appName}</span>
    ) : (
      <Cut part="title" lines={1} className="df-samsung-title" onCut={onCut} text={title} />
    );
  return (
    <div className="df-samsung" data-surface={surface}>
      <TapArea actions={actions} appearance={appearance} />
      <AppIcon name={appName} url={iconUrl} className="df-samsung-icon" />
      <div className="df-samsung-words">
        <div className="df-samsung-head">
          {expanded ? <span className="df-samsung-app">{appName}</span> : heading}
          <span className="df-samsung-time">{when}</span>
          <Expander
            expanded={expanded}
            onExpandedChange={onExpandedChange}
            className="df-samsung-expander"
          />
        </div>
        {expanded && title !== undefined && heading}
        <Cut part="text" lines={lines} className="df-samsung-text" onCut={onCut} text={text} />
      </div>
      {picture !== undefined && (
        <Picture src={picture} className={expanded ? "df-samsung-big" : "df-samsung-thumb"} />
      )}
      <ActionRow
        buttons={shownButtons(appearance, face, surface)}
        actions={actions}
        className="df-samsung-actions"
      />
      <DismissButton actions={actions} />
    </div>
  );
}
