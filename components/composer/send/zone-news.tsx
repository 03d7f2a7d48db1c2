"use client";

import { Banner } from "@/components/ui/banner";
import { Details } from "@/components/ui/details";
import { Verbatim } from "@/components/ui/verbatim";
import type { SendPlan } from "@/lib/campaign/read-plan";
import { recipientsText } from "@/lib/compose/recipients";
import { readTimestamp } from "@/lib/interface/expiry";
import type { PushRequestInput } from "@/lib/interface/request";
import { textIn } from "@/lib/interface/value-shape";
import { opensAt, type Wave } from "@/lib/plan/waves";
import { zoneFacts, zoneNames, type ZoneFacts } from "@/lib/plan/zone-facts";

const mostListed = 100;

interface ZoneNewsProps {
  times: SendPlan["times"];
  /** What the clocks of each recipient are to show (`wallAt`); null: all start at once. */
  wall: number | null;
  /** When all start together, milliseconds UTC. */
  at: number;
  /** When the message expires, milliseconds UTC; undefined where it does not. */
  expiry: number | undefined;
}

/** What the zones of the recipients make of a plan. Nothing where they do not matter. */
export function ZoneNews({ times, wall, at, expiry }: ZoneNewsProps) {
  if (times === null) return null;
  const { timezone, hours, zones } = times;
  const facts = zoneFacts(zones, { wall, now: at, timezone, hours });
  if (!facts || (wall === null && facts.outside === 0)) return null;
  const { waves, past, outside, first, last } = facts;
  const late = waves.reduce(
    (sum, wave) => sum + (expiry !== undefined && opensAt(wave) >= expiry ? wave.recipients : 0),
    0,
  );
  return (
    <div className="mb-3 space-y-3">
      {late > 0 && (
        <Banner kind="warning" announce title="It expires before its time comes for all">
          {recipientsText(late)} would not get it. Choose an earlier time, or a later expiry under
          Delivery.
        </Banner>
      )}
      {past.length > 0 && (
        <Banner kind="warning" announce title="This time has passed for some">
          {recipientsText(past.reduce((sum, { recipients }) => sum + recipients, 0))} in{" "}
          <Verbatim>{zoneNames(past.map(({ zone }) => zone))}</Verbatim> get it at once, as far as
          the sending times allow.
        </Banner>
      )}
      <p className="text-sm text-ink-muted">
        {wall !== null && `${startsText(first, last)} ${sourcesText(facts, timezone)} `}
        {outside > 0 &&
          `${recipientsText(outside)} are outside the sending times of this service then, and get it when these begin.`}
      </p>
      <Details label="By time zone">
        <p className="mb-1 text-sm text-ink-muted">Times are those of your clock.</p>
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take focus, or the keyboard cannot reach its end
          tabIndex={0}
          aria-label="Recipients by time zone"
          className="max-h-48 space-y-1 overflow-y-auto text-sm"
        >
          {waves.slice(0, mostListed).map((wave) => (
            <WaveLine key={wave.from} wave={wave} />
          ))}
          {waves.length > mostListed && <li>and {waves.length - mostListed} more</li>}
        </ul>
      </Details>
    </div>
  );
}

function WaveLine({ wave }: { wave: Wave }) {
  const { recipients, zones } = wave;
  return (
    <li className="flex flex-wrap justify-between gap-x-4 tabular-nums">
      <Verbatim>{zoneNames(zones.map(({ zone }) => zone))}</Verbatim>
      <span className="text-ink-muted">
        {recipientsText(recipients)}, {timeText(opensAt(wave))}
      </span>
    </li>
  );
}

/** When a message expires, milliseconds UTC; undefined where it does not, or it is no time. */
export function expiryIn({ expiry }: Pick<PushRequestInput, "expiry">): number | undefined {
  return readTimestamp(textIn(expiry));
}

function startsText(first: number, last: number): string {
  return first === last
    ? `All start at ${timeText(first)} by your clock.`
    : `By your clock the first start at ${timeText(first)}, and the last at ${timeText(last)}.`;
}

/** "The zone of 1,200 is that of their device, of 300 that of their user." */
function sourcesText({ bySource }: ZoneFacts, timezone: string): string {
  const { device, user, service } = bySource;
  const parts = [
    ...(device > 0 ? [`${device.toLocaleString("en")} by their device`] : []),
    ...(user > 0 ? [`${user.toLocaleString("en")} by their user`] : []),
    ...(service > 0 ? [`${service.toLocaleString("en")} by the service (${timezone})`] : []),
  ];
  return `Time zones: ${new Intl.ListFormat("en").format(parts)}.`;
}

function timeText(at: number): string {
  return new Date(at).toLocaleString("en", {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  });
}
