import { countText } from "@/components/listing/count-text";
import type { WebhookWaiting } from "@/lib/directory/webhook/waiting";

const waiting = { one: "update that waits for it is", many: "updates that wait for it are" };
const parkedWords = { one: "parked update is", many: "parked updates are" };

/** What becomes of the updates that wait for a webhook once it is switched off or removed. */
export function waitingText(what: "off" | "remove", { queued, parked }: WebhookWaiting): string[] {
  if (queued + parked === 0) return ["No update waits for it just now."];
  return [
    ...(queued === 0
      ? []
      : [
          `${countText(queued, waiting)} ${what === "off" ? "saved, and sent once it is on again." : "not sent."}`,
        ]),
    ...(parked === 0
      ? []
      : [
          `${countText(parked, parkedWords)} ${what === "off" ? "sent once it is on again." : "not sent again."}`,
        ]),
  ];
}
