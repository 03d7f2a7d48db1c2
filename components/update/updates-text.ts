import { countText } from "@/components/listing/count-text";
import type { WebhookWaiting } from "@/lib/directory/webhook/waiting";
import type { UpdateKind } from "@/lib/interface/update";

/** What updates of each kind report. */
export const kindWords: Record<UpdateKind, { label: string; hint: string }> = {
  submitted: { label: "Submitted", hint: "The provider took it." },
  delivered: { label: "Delivered", hint: "The device has it." },
  read: { label: "Read", hint: "It was opened, with the button that was pressed." },
  failed: { label: "Failed", hint: "It will not arrive, and why." },
};

/** "1 update", "2,040 updates". */
export function updatesText(count: number): string {
  return count === 1 ? "1 update" : `${count.toLocaleString("en")} updates`;
}

/** What a toast adds about parked updates that go out because their receiver is on again. */
export function sentNow(count: number): { description: string } {
  if (count === 0) return { description: "New updates go to it." };
  return {
    description: `${count === 1 ? "1 parked update is" : `${count.toLocaleString("en")} parked updates are`} sent now.`,
  };
}

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
