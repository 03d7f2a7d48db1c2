import type { sandboxUsers } from "./sandbox-users";

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** Newsletters of the sandbox, one a week until the day before. */
const newsletters = 8;

/** What became of a newsletter to some users, at a time (milliseconds UTC). */
interface PastDeed {
  deed: "sent" | "delivered" | "read" | "pressed";
  at: number;
  /** Of pressed alone. */
  button: string;
  userids: string[];
}

/** When a user was seen first and last, milliseconds UTC. */
interface PastSeen {
  userid: string;
  first: number;
  last: number;
}

interface PastUser {
  userid: string;
  newsletter: boolean;
  isFree: boolean;
}

/** What of a user the past depends on. */
function pastUserOf({
  userid,
  attributes = {},
}: ReturnType<typeof sandboxUsers>[number]): PastUser {
  const { newsletter, plan } = attributes as Record<string, unknown>;
  return { userid, newsletter: newsletter === true, isFree: plan === "free" };
}

/** A number of 0 to 99 that is always the same for a user and a newsletter. */
const drawn = (n: number, letter: number) => (n * 37 + letter * 53 + n * letter * 11) % 100;

/**
 * The past of the sandbox's users, so that rules about what they got and did are true of some: the
 * newsletter of eight weeks, of which members read more than others, and a third of the users
 * nothing for a month. `now` in milliseconds UTC.
 */
export function sandboxPast(
  sandbox: ReturnType<typeof sandboxUsers>,
  now: number,
): { deeds: PastDeed[]; seen: PastSeen[] } {
  const users = sandbox.map(pastUserOf);
  const deeds: PastDeed[] = [];
  for (let letter = 0; letter < newsletters; letter += 1) {
    const at = now - dayMs - letter * weekMs;
    const among = (fits: (n: number) => boolean) =>
      users.flatMap(({ userid, newsletter }, n) => (newsletter && fits(n) ? [userid] : []));
    const isQuiet = (n: number) => n % 3 === 1 && letter < 5;
    const readers = (n: number) => (users[n]?.isFree === true ? 30 : 60);
    const reads = (n: number) => drawn(n, letter) < readers(n) && !isQuiet(n);
    const deed = (name: PastDeed["deed"], userids: string[], button = "") =>
      deeds.push({ deed: name, at, button, userids });
    deed(
      "sent",
      among(() => true),
    );
    deed(
      "delivered",
      among((n) => drawn(n, letter) < 94),
    );
    deed("read", among(reads));
    deed(
      "pressed",
      among((n) => reads(n) && n % 4 === 0),
      "shop",
    );
  }
  const seen = users.map(({ userid }, n) => ({
    userid,
    first: now - (90 + ((n * 29) % 300)) * dayMs,
    last: now - ((n * 7) % 80) * dayMs,
  }));
  return { deeds, seen };
}
