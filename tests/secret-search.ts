import { notifyAuths } from "@/lib/describe/notify-auths";
import { providers } from "@/lib/providers/credentials";

/** A value that must not leave the server, or may in one place. */
interface Needle {
  /** What it is, for the reader of the report. */
  what: string;
  /** The place that may show it: where it was shown the one time. */
  shownIn: string | undefined;
}

/** A secret that was found where it must not be. */
export interface Leak {
  what: string;
  where: string;
  /** What stands around it. */
  around: string;
}

/** Shorter ones are words that texts have anyhow. */
const shortest = 8;
/** Characters of a text before and after what was found. */
const shownAround = 80;
/**
 * Characters that JSON, HTML or a script in HTML write in another way; a value is searched for by
 * its longest part without them.
 */
const escaped = /[^\w+/=. :@,;!?#%*()[\]{}|~^$-]+/;
/** Between these lines of a PEM file every line is as secret as the whole. */
const pem = /-----BEGIN [A-Z ]*PRIVATE KEY-----([\s\S]*?)-----END/;

/**
 * Collects secrets and searches texts for them: in plain text, JSON, HTML, scripts in HTML and
 * addresses alike. Adding a value again has no effect, except that {@link SecretSearch.keep}
 * overrides {@link SecretSearch.showOnce}. Ignores values of fewer than 8 characters.
 */
export class SecretSearch {
  readonly #needles = new Map<string, Needle>();

  /** Adds a value that no place may show. */
  keep(what: string, value: string): void {
    for (const part of partsOf(value)) this.#needles.set(part, { what, shownIn: undefined });
  }

  /**
   * Adds a value that only `place` may show. Has no effect on a value that was added before.
   */
  showOnce(what: string, value: string, place: string): void {
    for (const part of partsOf(value))
      if (!this.#needles.has(part)) this.#needles.set(part, { what, shownIn: place });
  }

  /**
   * Searches a text from a place.
   *
   * @param options `place`: may show the values of {@link showOnce} that name it. `address`: the
   *   address of the text; secrets in it are ignored. `onlyNeverShown`: searches only for values of
   *   {@link keep}
   */
  in(
    text: string,
    where: string,
    {
      place,
      address = "",
      onlyNeverShown = false,
    }: { place?: string; address?: string; onlyNeverShown?: boolean } = {},
  ): Leak[] {
    const leaks: Leak[] = [];
    for (const [part, { what, shownIn }] of this.#needles) {
      if (shownIn !== undefined && (onlyNeverShown || shownIn === place)) continue;
      if (address.includes(part) || address.includes(encodeURIComponent(part))) continue;
      const spelling = [part, encodeURIComponent(part)].find((one) => text.includes(one));
      if (spelling !== undefined) leaks.push({ what, where, around: around(text, spelling) });
    }
    return leaks;
  }
}

function around(text: string, part: string): string {
  const at = text.indexOf(part);
  return `${text.slice(Math.max(0, at - shownAround), at)}…${text.slice(at + part.length, at + part.length + shownAround)}`;
}

function partsOf(value: string): string[] {
  const inside = pem.exec(value)?.[1];
  if (inside !== undefined) return inside.split(/\\n|\s+/).filter((line) => line.length >= 32);
  const part = value
    .split(escaped)
    .reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  return part.length < shortest ? [] : [part];
}

const described = [...Object.values(providers), ...Object.values(notifyAuths)].flatMap(
  ({ fields }) =>
    Object.entries<{ secret: boolean }>(fields).flatMap(([name, { secret }]) =>
      secret ? [name] : [],
    ),
);
/** Of the described ones, names that other forms use for something else. */
const ambiguous = ["value", "token"];
/** Members by which the console's forms send secrets, wherever they are in a call. */
const members = new Set([
  "password",
  "current",
  "clientSecret",
  ...described.filter((name) => !ambiguous.includes(name)),
]);
/** The same, as a field of an authentication. */
const fieldMembers = new Set([...members, ...ambiguous]);

/**
 * The secrets in the body of a call: JSON of a server action or of a sign-in. Anything else has
 * none.
 */
export function secretsSent(body: string): { what: string; value: string }[] {
  const secrets: { what: string; value: string }[] = [];
  const look = (node: unknown, among: ReadonlySet<string>): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === "string" && among.has(name)) {
        // React's own notation in calls: `$undefined` and the like are no text, and a text that
        // begins with a dollar has one more.
        if (!value.startsWith("$") || value.startsWith("$$"))
          secrets.push({ what: name, value: value.replace(/^\$\$/, "$") });
      } else look(value, name === "fields" ? fieldMembers : among);
    }
  };
  try {
    look(JSON.parse(body), members);
  } catch {
    // No JSON: a file, or a form of another kind.
  }
  return secrets;
}

const once = [
  { what: "a service key", pattern: /"(ck_[\w-]{32})"/g },
  { what: "a secret that was made", pattern: /"secret":"((?:whsec_)?[\w+/=-]{16,100})"/g },
  { what: "a link to an account", pattern: /\/(?:invitation|reset)\/([\w-]{43})/g },
];

const codes = /"codes":\[("[\w-]+"(?:,"[\w-]+")*)\]/g;

/**
 * Returns the secrets that the answer to a server action shows once: keys, secrets, links and
 * codes.
 */
export function secretsShown(answer: string): { what: string; value: string }[] {
  const lists = [...answer.matchAll(codes)].flatMap(
    ([, list = ""]) => JSON.parse(`[${list}]`) as string[],
  );
  return [
    ...once.flatMap(({ what, pattern }) =>
      [...answer.matchAll(pattern)].map(([, value = ""]) => ({ what, value })),
    ),
    ...lists.map((value) => ({ what: "a recovery code", value })),
  ];
}
