import { StatePill, type Tone } from "@/components/ui/badge";
import type { CredentialRow } from "@/lib/directory/app/read";

/** How a credential is, as far as it is known. */
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
 * How a credential is: refused while its provider refuses it; circuit open while the provider only
 * fails; OK once the provider has taken it, or a message with it, as it is kept now.
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
