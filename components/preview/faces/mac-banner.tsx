"use client";

import { ChevronDown } from "lucide-react";
import { AppIcon } from "../app-icon";
import { Cut } from "../cut";
import { shownButtons } from "../text-equivalent";
import { BrowserMark } from "./browser-mark";
import type { FaceProps } from "./face-props";
import { ActionRow, DismissButton, TapArea } from "./parts";

/**
 * A banner of macOS: glass, no picture. Safari's is the site's own, with its icon and its buttons.
 * Chrome's is Chrome's: its icon first, the host under the title, the site's icon at the end, and
 * the buttons in a menu that the pointer brings.
 */
export function MacBanner(props: FaceProps) {
  const { appearance, face, surface, when, actions, onCut } = props;
  const { title, text, iconUrl, appName, site } = appearance;
  const isChrome = face.kind === "chrome";
  const opened = surface === "expanded";
  const buttons = shownButtons(appearance, face, surface);
  return (
    <div className="df-mac-place">
      <div className="df-mac">
        <TapArea actions={actions} appearance={appearance} />
        {isChrome ? (
          <span aria-hidden className="df-icon df-mac-icon df-mac-browser">
            <BrowserMark kind="chrome" />
          </span>
        ) : (
          <AppIcon name={appName} url={iconUrl} className="df-mac-icon" />
        )}
        <div className="df-mac-words">
          <div className="df-mac-head">
            <Cut
              part="title"
              lines={1}
              className="df-mac-title"
              onCut={onCut}
              text={title ?? appName}
            />
            {!opened && <span className="df-mac-time">{when}</span>}
          </div>
          {isChrome && <div className="df-mac-site">{site ?? appName}</div>}
          <Cut
            part="text"
            lines={isChrome && !opened ? 2 : 4}
            className="df-mac-text"
            onCut={onCut}
            text={text}
          />
          {opened && (
            <span aria-hidden className="df-mac-options">
              Options
              <ChevronDown />
            </span>
          )}
          {!isChrome && (
            <ActionRow buttons={buttons} actions={actions} className="df-mac-actions" />
          )}
        </div>
        {isChrome && <AppIcon name={appName} url={iconUrl} className="df-mac-large" />}
        <DismissButton actions={actions} className="df-mac-close" />
      </div>
      {opened && (
        <ActionRow buttons={buttons} own="Settings" actions={actions} className="df-mac-menu" />
      )}
    </div>
  );
}
