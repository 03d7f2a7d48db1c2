"use client";

import { ArrowUp, ChevronDown, X } from "lucide-react";
import { useState } from "react";
import type { Appearance } from "@/lib/payload/appearance";
import { useUnfinished } from "../unfinished";
import type { FaceActions } from "./face-props";

/**
 * The whole notification as a button that opens it; nothing on a picture to look at. Lies under the
 * other controls.
 */
export function TapArea({
  actions,
  appearance,
}: {
  actions: FaceActions | undefined;
  appearance: Appearance;
}) {
  if (!actions) return null;
  return (
    <button
      type="button"
      className="df-tap"
      aria-label={`Open notification: ${appearance.title ?? appearance.text}`}
      onClick={actions.onTap}
    />
  );
}

/** Sends the notification away. Comes with the pointer or the focus. */
export function DismissButton({
  actions,
  className = "",
}: {
  actions: FaceActions | undefined;
  className?: string;
}) {
  if (!actions) return null;
  return (
    <button
      type="button"
      className={`df-dismiss ${className}`}
      aria-label="Dismiss notification"
      onClick={actions.onDismiss}
    >
      <X aria-hidden />
    </button>
  );
}

interface ExpanderProps {
  expanded: boolean;
  onExpandedChange: ((expanded: boolean) => void) | undefined;
  className?: string;
}

/** The arrow that opens and folds. */
export function Expander({ expanded, onExpandedChange, className = "" }: ExpanderProps) {
  const look = `df-expander ${className}`;
  const arrow = <ChevronDown aria-hidden data-expanded={expanded} />;
  if (!onExpandedChange) return <span className={look}>{arrow}</span>;
  return (
    <button
      type="button"
      className={look}
      aria-expanded={expanded}
      aria-label={expanded ? "Fold notification" : "Expand notification"}
      onClick={() => onExpandedChange(!expanded)}
    >
      {arrow}
    </button>
  );
}

interface ActionRowProps {
  buttons: Appearance["buttons"];
  /** A button that the system adds of its own accord, to look at. */
  own?: string | undefined;
  actions: FaceActions | undefined;
  className: string;
  replyPlaceholder?: string;
}

/** The buttons of a notification. One that asks for a reply turns into a field. */
export function ActionRow({
  buttons,
  own,
  actions,
  className,
  replyPlaceholder = "Reply",
}: ActionRowProps) {
  const [replyTo, setReplyTo] = useState<string>();
  const unfinished = useUnfinished();
  if (buttons.length === 0 && own === undefined) return null;
  if (replyTo !== undefined && actions)
    return (
      <form
        className="df-reply"
        onSubmit={(event) => {
          event.preventDefault();
          const text = new FormData(event.currentTarget).get("reply");
          if (typeof text === "string" && text.trim() !== "") actions.onReply(replyTo, text.trim());
        }}
      >
        <input
          name="reply"
          aria-label="Reply"
          placeholder={replyPlaceholder}
          autoComplete="off"
          maxLength={1_000}
          ref={focusOnMount}
        />
        <button type="submit" aria-label="Send reply">
          <ArrowUp aria-hidden />
        </button>
      </form>
    );
  return (
    <div className={className}>
      {buttons.map((button, index) =>
        actions ? (
          <button
            key={button.identifier}
            type="button"
            onClick={() =>
              button.reply === true
                ? setReplyTo(button.identifier)
                : actions.onButton(button.identifier)
            }
          >
            <span dir="auto">{button.label}</span>
          </button>
        ) : (
          <span
            key={button.identifier}
            dir="auto"
            data-unfinished={unfinished.buttons.includes(index + 1) || undefined}
          >
            {button.label}
          </span>
        ),
      )}
      {own !== undefined && (
        <span aria-hidden className="df-own">
          {own}
        </span>
      )}
    </div>
  );
}

function focusOnMount(input: HTMLInputElement | null): void {
  input?.focus();
}
