import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRequest, type ParseOptions } from "./parse";
import { pointerOf, pointerToPath, stepsOf } from "./pointer";
import { pushRequestSchema } from "./request";
import { examples } from "./rules-of/testing";
import { edited, whole } from "./testing";
import { utf8Bytes } from "./text";

const encoder = new TextEncoder();
const options: ParseOptions = { sizeRule: "message", httpsOnly: false, now: 0 };

/** Every place of a JSON value, as the steps to it. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, member]) => places(member, [...path, key])),
  ];
}

function replaced(path: readonly string[], value: unknown): unknown {
  return path.length === 0 ? value : edited({ [path.join(".")]: value });
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    " ",
    "${x}",
    "__proto__",
    "OPEN_URL",
    "javascript:1",
    "-0",
    "1e3",
    "\u0000",
    "\ud800",
    "2026-02-30T00:00:00.000Z",
  ),
  fc.constantFrom(-1, 0, 0.5, 1e21, 2 ** 53, null, true),
);

/** That a body is accepted, or refused with problems that have a code and are written out. */
function expectJudged(body: Uint8Array): void {
  const result = parseRequest(body, options);
  expect(result.ok || result.problems.length > 0).toBe(true);
  for (const one of result.ok ? result.warnings : [...result.problems, ...result.warnings]) {
    expect(one.code).toMatch(/^7\d{3}$/);
    expect(one.message).not.toMatch(
      /\{(name|value|found|expected|limit|bytes|suggestion|hint|id)\}/,
    );
  }
}

describe("any value in any place", () => {
  it("is accepted or reported, never thrown at", () => {
    fc.assert(
      fc.property(fc.constantFrom(...places(whole)), odd, (path, value) => {
        expectJudged(encoder.encode(JSON.stringify(replaced(path, value)) ?? ""));
      }),
      { numRuns: 3_000 },
    );
  });

  it("in several places at once, and as any bytes", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom(...places(whole).filter((path) => path.length < 4 && path.length > 0)),
            odd,
          ),
          { maxLength: 3 },
        ),
        (edits) => {
          let body: Record<string, unknown> = structuredClone(whole);
          for (const [path, value] of edits) {
            try {
              body = Object.assign(body, {
                [path[0] ?? ""]: (replaced(path, value) as Record<string, unknown>)[path[0] ?? ""],
              });
            } catch {
              return;
            }
          }
          expectJudged(encoder.encode(JSON.stringify(body)));
        },
      ),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(parseRequest(bytes, options).ok).toBe(false);
      }),
    );
  });
});

describe("the normalised request", () => {
  const bodies = [
    whole,
    ...Object.values(examples)
      .map(({ passes }) => passes)
      .filter((body) => typeof body === "object" && !(body instanceof Uint8Array)),
  ];

  it("is what it is parsed to again", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...bodies),
        fc.constantFrom(...places(whole)),
        odd,
        fc.boolean(),
        (body, path, value, edit) => {
          // As it comes from JSON, which has no -0 once it was written.
          const once = pushRequestSchema.safeParse(
            edit ? replaced(path, JSON.parse(JSON.stringify(value))) : body,
          );
          fc.pre(once.success);
          expect(pushRequestSchema.parse(once.data)).toEqual(once.data);
          expect(JSON.parse(JSON.stringify(once.data))).toEqual(once.data);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("bytes", () => {
  it("are counted as an encoder counts them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(utf8Bytes(text)).toBe(encoder.encode(text).length);
      }),
    );
  });

  it("decide at exactly 50 for correlationid and 4,096 for the body", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("a", "é", "€", "😀"),
        fc.integer({ min: 40, max: 60 }),
        (filler, bytes) => {
          const text = filler.repeat(Math.floor(bytes / utf8Bytes(filler))).padEnd(1, "a");
          const result = parseRequest(
            encoder.encode(JSON.stringify(edited({ correlationid: text }))),
            options,
          );
          expect(result.ok).toBe(utf8Bytes(text) <= 50);
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom("a", "é", "€", "😀"),
        fc.integer({ min: 2_700, max: 2_900 }),
        (filler, bytes) => {
          const body = encoder.encode(
            JSON.stringify(
              edited({ callbackData: filler.repeat(Math.floor(bytes / utf8Bytes(filler))) }),
            ),
          );
          expect(parseRequest(body, { ...options, sizeRule: "body" }).ok).toBe(body.length <= 4096);
        },
      ),
    );
  });
});

describe("pointers", () => {
  it("are read back as written", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (steps) => {
        expect(stepsOf(pointerOf(steps))).toEqual(steps);
      }),
    );
    expect(pointerToPath("/channels/push/android/text")).toBe("channels.push.android.text");
    expect(pointerToPath("")).toBe("");
  });
});
