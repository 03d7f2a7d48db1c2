import fc from "fast-check";

/** Texts that often break databases, URLs, headers, dates, numbers and objects. */
export const knownTexts = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "a\udc00b",
  "\ude00\ud83d",
  "",
  " ",
  "\r\nx-own: 1",
  "\u202egnp.exe",
  "a\u200bb\ufeff",
  "e\u0301".repeat(200),
  "\u{1f600}".repeat(1_000),
  "x".repeat(5_000),
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "%00",
  "%ff",
  "%E0%A4%A",
  "%",
  "../../etc/passwd",
  "' OR 1=1 --",
  "${x}",
  "NaN",
  "-1",
  "1e400",
  "9".repeat(400),
  "99999999999999999999_00000000-0000-7000-8000-000000000000",
  "00000000-0000-7000-8000-000000000000",
  "order@999999999999",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999-23:59",
  "+275760-09-13T00:00:00.000Z",
  "2026-02-30T25:61:61Z",
  "https://a.example/\ud800",
  "http://[",
  "/\t/[",
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...knownTexts),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    maxLength: 60,
  }),
);

/** Any JSON value, in place of the expected one. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    0.5,
    1e21,
    2 ** 53,
    2 ** 31,
    -1e308,
    [],
    {},
    [[]],
    deep(20),
    deep(200),
  ),
  fc.array(hostileText, { maxLength: 4 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 4 }),
  fc.jsonValue({ maxDepth: 4 }),
);

function deep(levels: number): unknown {
  let value: unknown = "\u0000";
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Every place in a JSON value, as the steps to it; the value itself is the first. */
export function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([step, member]) => places(member, [...path, step])),
  ];
}

/** The value with another one at a place. */
export function replaced(value: unknown, [step, ...rest]: readonly string[], by: unknown): unknown {
  if (step === undefined) return by;
  const copy: unknown = structuredClone(value);
  const members = copy as Record<string, unknown>;
  members[step] = replaced(members[step], rest, by);
  return copy;
}
