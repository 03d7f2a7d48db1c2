"use client";

import { Braces } from "lucide-react";
import { memo, useState } from "react";
import { defaultFace, restingSurface } from "@/components/preview/face";
import { NotificationCard } from "@/components/preview/notification-card";
import { textEquivalent } from "@/components/preview/text-equivalent";
import { useNow } from "@/components/ui/browser/clock";
import type { LabNotification } from "@/lib/lab/notification";
import type { Appearance } from "@/lib/payload/appearance";
import { readAppearance } from "@/lib/payload/read-appearance";
import { momentOf, shortAge, stateText } from "./lab-state";
import type { ScreenApp } from "./sandbox-screens";
import type { Act } from "./use-lab";

interface NotificationItemProps {
  notification: LabNotification;
  app: ScreenApp;
  /** It came just now: it moves in. */
  arriving: boolean;
  act: (notification: LabNotification, done: Act) => void;
  onRaw: (notification: LabNotification) => void;
}

/**
 * One notification on a simulated device: the face, alive as long as nothing was done with it, and
 * what was done.
 */
export const NotificationItem = memo(function NotificationItem({
  notification,
  app,
  arriving,
  act,
  onRaw,
}: NotificationItemProps) {
  const appearance = drawn(notification, app);
  const [expanded, setExpanded] = useState(false);
  const now = useNow();
  const open = notification.state === "shown";
  const state = stateText(notification);
  const face = defaultFace(notification.kind);
  const surface = expanded ? "expanded" : restingSurface(face);
  return (
    <li className="lab-item" data-arriving={arriving} data-done={!open}>
      {appearance ? (
        <article aria-label={textEquivalent(appearance, face, surface)}>
          <NotificationCard
            appearance={appearance}
            face={face}
            surface={surface}
            onExpandedChange={setExpanded}
            when={shortAge(momentOf(notification), now ?? momentOf(notification))}
            actions={
              open
                ? {
                    onTap: () => act(notification, { event: "read" }),
                    onButton: (button) => act(notification, { event: "read", button }),
                    onReply: (button, reply) => act(notification, { event: "read", button, reply }),
                    onDismiss: () => act(notification, { event: "dismissed" }),
                  }
                : undefined
            }
          />
        </article>
      ) : (
        <p className="lab-odd">This device received something it cannot show.</p>
      )}
      <div className="lab-foot">
        <span className="foreign lab-state" data-state={notification.state}>
          {state}
        </span>
        <button type="button" className="lab-raw" onClick={() => onRaw(notification)}>
          <Braces aria-hidden />
          Raw
        </button>
      </div>
    </li>
  );
});

/**
 * What a device shows of the bytes it received; undefined when they are not set by Clarion and
 * cannot be shown.
 */
function drawn(
  { provider, kind, headers, body }: LabNotification,
  app: ScreenApp,
): Appearance | undefined {
  try {
    return readAppearance({ provider, kind, headers, body }, app);
  } catch {
    return undefined;
  }
}
