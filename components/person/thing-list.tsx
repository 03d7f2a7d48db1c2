import { erasedThings, type Counts, type ErasedThing } from "@/lib/inputs/person";

/** What a removal changes or changed. */
export function ThingList({ counts, most }: { counts: Counts; most?: number }) {
  return (
    <ul className="divide-y divide-line text-sm">
      {thingLines(counts, most).map(({ thing, what, effect }) => (
        <li key={thing} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2">
          <span className="font-medium tabular-nums">{what}</span>
          <span className="text-ink-muted">{effect}</span>
        </li>
      ))}
    </ul>
  );
}

const words: Record<ErasedThing, { one: string; many: string; effect: string }> = {
  users: {
    one: "user",
    many: "users",
    effect: "deleted, with attributes, language and time zone",
  },
  devices: {
    one: "device",
    many: "devices",
    effect: "deleted; those they share with others no longer name them",
  },
  recipients: {
    one: "place in a list",
    many: "places in lists",
    effect: "deleted, with their values",
  },
  messages: {
    one: "message",
    many: "messages",
    effect: "replaced by a placeholder; content that no one else received is emptied",
  },
  deliveries: { one: "delivery", many: "deliveries", effect: "their outcome stays, not to whom" },
  updates: {
    one: "delivery update",
    many: "delivery updates",
    effect: "emptied; those not sent yet are dropped",
  },
  campaigns: {
    one: "campaign or draft",
    many: "campaigns and drafts",
    effect: "their entries are removed",
  },
  templates: {
    one: "template",
    many: "templates",
    effect: "sample sets that name them are deleted; published texts stay",
  },
  suppressions: {
    one: "suppression",
    many: "suppressions",
    effect: "only its hash stays, so they go on getting nothing",
  },
};

/** What a removal changes, a line each: how many of what, and what becomes of it. */
export function thingLines(
  counts: Counts,
  most?: number,
): { thing: ErasedThing; what: string; effect: string }[] {
  return erasedThings.flatMap((thing) => {
    const n = counts[thing] ?? 0;
    if (n === 0) return [];
    const { one, many, effect } = words[thing];
    const more = most !== undefined && n >= most ? " or more" : "";
    return [{ thing, what: `${n.toLocaleString("en")}${more} ${n === 1 ? one : many}`, effect }];
  });
}

/** What a removal waits for, as a sentence; undefined where it waits for nothing. */
export function waitingText({
  messages,
  campaigns,
}: {
  messages: number;
  campaigns: number;
}): string | undefined {
  const parts = [
    messages > 0 &&
      `${messages.toLocaleString("en")} ${messages === 1 ? "message" : "messages"} being sent to them`,
    campaigns > 0 &&
      `${campaigns.toLocaleString("en")} ${campaigns === 1 ? "campaign" : "campaigns"} that will go to them`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(" and ");
}
