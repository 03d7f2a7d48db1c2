"use client";

import { Banner } from "@/components/ui/banner";
import { useNow } from "@/components/ui/browser/clock";
import { Details } from "@/components/ui/details";
import { RelativeTime } from "@/components/ui/relative-time";
import type { CircuitRow } from "@/lib/directory/credential/circuits";
import { providerNames, type ProviderKind } from "@/lib/interface/device-kinds";

/** Push services that are named; further ones are counted. */
const mostNamed = 3;

/**
 * The open circuits of a credential: since when and why messages wait, and when the next one is
 * tried. Nothing while the provider answers.
 */
export function CircuitBanners({
  provider,
  circuits,
}: {
  provider: ProviderKind;
  circuits: readonly CircuitRow[];
}) {
  const further = circuits.length - mostNamed;
  return (
    <>
      {circuits.slice(0, mostNamed).map((circuit) => (
        <CircuitBanner key={circuit.origin} provider={provider} circuit={circuit} />
      ))}
      {further > 0 && (
        <p className="text-sm text-ink-muted">
          The circuit of {further} more push {further === 1 ? "service" : "services"} is open.
        </p>
      )}
    </>
  );
}

function CircuitBanner({
  provider,
  circuit: { origin, since, reason, probeAt },
}: {
  provider: ProviderKind;
  circuit: CircuitRow;
}) {
  const who = origin === "" ? providerNames[provider] : origin.replace(/^https:\/\//, "");
  return (
    <Banner
      kind="warning"
      title={
        <>
          Circuit open since <RelativeTime at={since} />
        </>
      }
    >
      <p>
        {who} keeps failing. Messages wait and are sent once it recovers, unless they expire first.{" "}
        <NextAttempt at={probeAt} />
      </p>
      <Details>
        Last answer: <span className="break-words">{reason}</span>
      </Details>
    </Banner>
  );
}

/** A circuit whose pause is over lets the next message through. */
function NextAttempt({ at }: { at: string }) {
  const now = useNow();
  if (now !== undefined && Date.parse(at) <= now) return <>Next attempt: with the next message.</>;
  return (
    <>
      Next attempt at <RelativeTime at={at} show="clock" />.
    </>
  );
}
