import { AddressList } from "@/lib/config/address-list";
import { clientBehind } from "@/lib/http/client-address";
import { parseJson } from "@/lib/interface/exact-json";
import { readJson } from "@/lib/interface/json";

/**
 * Whether the readers of untrusted input take time in proportion to its length: the processor's
 * time for a mebibyte divided by that for a quarter of it. About 4 where a reader is linear, 16
 * where it is quadratic; above 10 the run fails. Run: `npm run bench:parsing`.
 */
const whole = 1_048_576;
const mostRatio = 10;
const rounds = 9;
/** A shorter measurement is noise (milliseconds): it is repeated until it takes so long. */
const leastMs = 20;

const trusted = new AddressList(["10.0.0.0/8"]);
const encoder = new TextEncoder();

/** Prepares an input of so many bytes; the function it returns reads it, and may throw. */
type Reader = (bytes: number) => () => unknown;

const filled = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length));
const body =
  (bodyText: (bytes: number) => string): Reader =>
  (bytes) => {
    const encoded = encoder.encode(bodyText(bytes));
    return () => readJson(encoded);
  };
const tags =
  (piece: string): Reader =>
  (bytes) => {
    const text = `{"extras":{"customtags":{"a":[${filled(piece, bytes)}1]}}}`;
    return () => parseJson(text);
  };
const header =
  (piece: string): Reader =>
  (bytes) => {
    const text = `${filled(piece, bytes)}192.0.2.1`;
    return () => clientBehind("10.0.0.1", text, trusted);
  };
const named = (bytes: number) =>
  Array.from({ length: bytes / 16 }, (_, n) => `"k${String(n).padStart(10, "0")}":1`);

const readers: Record<string, Reader> = {
  "one long string": body((bytes) => `{"a":"${filled("x", bytes)}"}`),
  escapes: body((bytes) => `{"a":"${filled("\\u00e9", bytes)}"}`),
  brackets: body((bytes) => filled("[", bytes)),
  "nested objects": body((bytes) => filled('{"a":', bytes)),
  quotes: body((bytes) => filled('"', bytes)),
  backslashes: body((bytes) => `{"a":"${filled("\\", bytes)}\\"}`),
  "many names": body((bytes) => `{${named(bytes).join()}}`),
  ...Object.fromEntries(
    ["1.10,", ",", "   ,", '":",', "1", '"\\\\",'].map((piece) => [
      `customtags of ${piece}`,
      tags(piece),
    ]),
  ),
  "X-Forwarded-For of proxies": header("10.0.0.1,"),
  "X-Forwarded-For of nonsense": header("x,"),
};

const ratios: Record<string, number> = {};
for (const [name, reader] of Object.entries(readers)) {
  const [quarterMs, wholeMs] = best(reader(whole / 4), reader(whole));
  ratios[name] = Number((wholeMs / quarterMs).toFixed(2));
  process.stdout.write(
    `${name}: a quarter ${quarterMs.toFixed(3)} ms, a mebibyte ${wholeMs.toFixed(3)} ms\n`,
  );
}
process.stdout.write(`${JSON.stringify({ bench: "parsing", ratios })}\n`);
process.exit(Object.values(ratios).every((ratio) => ratio <= mostRatio) ? 0 : 1);

/**
 * Milliseconds of the processor for each, the fewest of a few rounds in turns: what else the
 * machine does only adds to it.
 */
function best(quarter: () => unknown, all: () => unknown): [number, number] {
  const times = repetitions(quarter);
  const least: [number, number] = [Infinity, Infinity];
  for (let turn = 0; turn < rounds; turn += 1) {
    least[0] = Math.min(least[0], timeOf(quarter, times) / times);
    least[1] = Math.min(least[1], timeOf(all, times) / times);
  }
  return least;
}

function repetitions(read: () => unknown): number {
  let times = 1;
  while (timeOf(read, times) < leastMs) times *= 2;
  return times;
}

function timeOf(read: () => unknown, times: number): number {
  const from = process.cpuUsage();
  for (let n = 0; n < times; n += 1)
    try {
      read();
    } catch {
      // Some are no JSON.
    }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}
