import fc from "fast-check";
import { postTreatments, treatments, type PostTreatment, type Treatment } from "./doubles";

/**
 * What happens to a process: it gets a request, or the receipt of a device; it is killed, stopped
 * for longer than its leases last, or ended as by a deployment; its machine sleeps; its connection
 * to the database breaks; it removes what is past its retention.
 */
const kinds = [
  "request",
  "request",
  "receipt",
  "receipt",
  "kill",
  "kill",
  "pause",
  "sleep",
  "break",
  "stop",
  "sweep",
  "sweep",
] as const;

/** What happens, and when. */
export interface Event {
  kind: (typeof kinds)[number];
  /** Steps of the run before it. */
  after: number;
  /** Of the processes that live. */
  who: number;
  /** Which request, receipt or break. */
  which: number;
}

/** What is removed, and after how many seconds: rows of one service, or weeks of all. */
export interface Retention {
  of: "nothing" | "rows" | "weeks";
  keepSeconds: number;
}

/** What happens in one run, in which order the scheduler chooses. */
export interface Scenario {
  processes: number;
  retention: Retention["of"];
  /** Rows of a slice, a claim and a record. */
  rowsAtOnce: number;
  events: Event[];
  /** Of the calls for one recipient in turn; the next recipient begins with the next one. */
  treatments: Treatment[];
  postTreatments: PostTreatment[];
}

const event = fc.record({
  kind: fc.constantFrom(...kinds),
  // Now and then so long that leases end.
  after: fc.oneof({ weight: 5, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.nat(600) }),
  who: fc.nat(2),
  which: fc.nat(11),
});

/** Draws scenarios: a request first, and up to nine events after it. */
export const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    processes: fc.integer({ min: 1, max: 3 }),
    retention: fc.constantFrom("nothing", "nothing", "rows", "weeks"),
    rowsAtOnce: fc.integer({ min: 2, max: 5 }),
    first: fc.nat(11),
    events: fc.array(event, { maxLength: 9, size: "max" }),
    treatments: fc.array(fc.constantFrom("accept", "accept", "accept", ...treatments), {
      minLength: 1,
      maxLength: 12,
    }),
    postTreatments: fc.array(fc.constantFrom("accept", "accept", "accept", ...postTreatments), {
      minLength: 1,
      maxLength: 12,
    }),
  })
  .map(({ first, events, ...rest }) => ({
    ...rest,
    events: [{ kind: "request" as const, after: 10, who: 0, which: first }, ...events],
  }));

/**
 * How long a run keeps rows: longer than its processes are stopped, which never are for the day
 * that Clarion keeps all at least.
 */
export function retentionOf({ retention: of, events }: Scenario): Retention {
  const isStopped = events.some(({ kind }) => kind === "pause" || kind === "sleep");
  return { of, keepSeconds: isStopped ? 1_000 : 5 };
}

/** Phones with Android, with iOS, and users without a device, of the request with a number. */
function counts(n: number): { android: number; ios: number; unknown: number } {
  return { android: 1 + (n % 6), ios: n % 3, unknown: n % 2 };
}

function names(correlationid: string, n: number) {
  const { android, ios, unknown } = counts(n);
  const some = (count: number, name: (k: number) => string) =>
    Array.from({ length: count }, (_, k) => name(k));
  const digits = Buffer.from(correlationid).toString("hex");
  return {
    android: some(android, (k) => `${correlationid}-android-${k}`),
    ios: some(ios, (k) => `${digits}${k}`.padEnd(64, "0")),
    unknown: some(unknown, (k) => `${correlationid}-unknown-${k}`),
  };
}

/** The recipients of a request, as the provider or the update of their delivery names them. */
export function recipientsOf(correlationid: string, n: number): string[] {
  return Object.values(names(correlationid, n)).flat();
}

/** A request; each fourth one expires after twenty seconds. */
export function requestOf(correlationid: string, n: number, utc: number): object {
  const { android, ios, unknown } = names(correlationid, n);
  return {
    deliverychannel: "push",
    appid: "sandbox",
    correlationid,
    notifyurl: "https://receiver.example/updates",
    destination: [
      { android_pushid: android },
      ...(ios.length > 0 ? [{ ios_pushid: ios }] : []),
      ...(unknown.length > 0 ? [{ userid: unknown }] : []),
    ],
    ...(n % 4 === 3 ? { expiry: new Date(utc + 20_000).toISOString() } : {}),
    channels: { push: { android: { text: "Hi" }, ios: { text: "Hi" } } },
  };
}
