import { StatePill, type Tone } from "@/components/ui/badge";
import type { MessageRow } from "@/lib/results/read-messages";
import { stateLooks, type DeliveryState } from "./delivery-state";

/** The state of one delivery. */
export function DeliveryPill({ state }: { state: DeliveryState }) {
  const { tone, label } = stateLooks[state];
  return <StatePill tone={tone}>{label}</StatePill>;
}

const messageStates: Record<MessageRow["state"], { label: string; tone: Tone; busy: boolean }> = {
  accepted: { label: "Accepted", tone: "neutral", busy: true },
  sending: { label: "Sending", tone: "blue", busy: true },
  done: { label: "Done", tone: "neutral", busy: false },
};

/** The state of a message: how far the sending is, not how well it went. */
export function MessagePill({ state }: { state: MessageRow["state"] }) {
  const { label, tone, busy } = messageStates[state];
  return (
    <StatePill tone={tone} busy={busy}>
      {label}
    </StatePill>
  );
}
