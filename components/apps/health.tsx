import { StatePill, type Tone } from "@/components/ui/badge";
import type { CredentialRow } from "@/lib/directory/app/read";

/** The health of a credential; `unchecked` until its provider has answered. */
export type Health = "ok" | "refused" | "open" | "unchecked";

const looks: Record<Health, { tone: Tone; label: string }> = {
  ok: { tone: "green", label: "OK" },
  refused: { tone: "red", label: "Refused" },
  open: { tone: "amber", label: "Circuit open" },
  unchecked: { tone: "neutral", label: "Not checked" },
};

interface HealthFacts extends Pick<CredentialRow, "refusedSince" | "checkedAt" | "workedAt"> {
  /** Open ones; left out where they are not shown. */
  circuits?: readonly unknown[];
}

/**
 * Returns the health of a credential: refused while its provider refuses it; open while the circuit
 * is open because the provider fails; OK once the provider has accepted the stored credential or a
 * message sent with it.
 *
 * @param facts moments in ISO 8601
 */
export function healthOf({
  refusedSince,
  checkedAt,
  workedAt,
  circuits = [],
}: HealthFacts): Health {
  if (refusedSince !== null) return "refused";
  if (circuits.length > 0) return "open";
  return checkedAt !== null || workedAt !== null ? "ok" : "unchecked";
}

/** The same in a list. The worst of several counts; undefined of none. */
export function worstHealth(
  credentials: readonly { state: "active" | "flagged"; checked: boolean; circuitOpen: boolean }[],
): Health | undefined {
  if (credentials.length === 0) return undefined;
  if (credentials.some(({ state }) => state === "flagged")) return "refused";
  if (credentials.some(({ circuitOpen }) => circuitOpen)) return "open";
  return credentials.every(({ checked }) => checked) ? "ok" : "unchecked";
}

/** A credential's health as a word with a colour. */
export function HealthPill({ health }: { health: Health }) {
  const { tone, label } = looks[health];
  return <StatePill tone={tone}>{label}</StatePill>;
}
