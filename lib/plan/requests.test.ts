import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { parseRequest } from "@/lib/interface/parse";
import type { PushRequestInput } from "@/lib/interface/request";
import { planRequests, recipientsIn, type PlannedRecipient } from "./requests";

const pattern = {
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  message: { template: "order", parameters: { name: "you" } },
  channels: { push: { android: { text: "Hello" } } },
} as unknown as PushRequestInput;
const options = { sizeRule: "body" as const, parameters: ["name"] };
const user = (id: string, parameters = {}): PlannedRecipient => ({
  type: "userid",
  id,
  parameters,
});
const bytes = (request: PushRequestInput) => new TextEncoder().encode(JSON.stringify(request));

describe("planRequests", () => {
  it("makes one request of what fits in one", () => {
    const [first, ...rest] = planRequests(pattern, [user("a"), user("b")], options);
    expect(first).toEqual({
      request: { ...pattern, destination: [{ userid: ["a", "b"] }] },
      recipients: 2,
    });
    expect(rest).toEqual([]);
    expect([...planRequests(pattern, [], options)]).toEqual([]);
  });

  it("fills each request up to 4,096 bytes and 1,000 identifiers", () => {
    const many = Array.from({ length: 12_480 }, (_, n) =>
      user(`customer-${String(n).padStart(5, "0")}`),
    );
    const planned = [...planRequests(pattern, many, options)];
    expect(planned.reduce((sum, { recipients }) => sum + recipients, 0)).toBe(12_480);
    for (const { request } of planned.slice(0, -1)) {
      expect(bytes(request).length).toBeLessThanOrEqual(4_096);
      expect(bytes(request).length).toBeGreaterThan(4_096 - '"customer-00000",'.length);
    }
    const message = [...planRequests(pattern, many, { ...options, sizeRule: "message" })];
    expect(message.map(({ recipients }) => recipients)).toEqual([
      ...Array.from({ length: 12 }, () => 1_000),
      480,
    ]);
  });

  it("gives recipients with values of their own a request with the template's alone", () => {
    const planned = [
      ...planRequests(
        pattern,
        [
          user("a", { name: "Ann", city: "Rome" }),
          user("b", { name: "Ann" }),
          user("c", { name: "Cem" }),
          user("d"),
        ],
        options,
      ),
    ];
    expect(
      planned.map(({ request }) => [request.destination, request.message?.parameters]),
    ).toEqual([
      [[{ userid: ["a", "b"] }], { name: "Ann" }],
      [[{ userid: ["c"] }], { name: "Cem" }],
      [[{ userid: ["d"] }], { name: "you" }],
    ]);
    expect([
      ...planRequests(pattern, [user("a", { name: "Ann" }), user("b")], {
        ...options,
        parameters: [],
      }),
    ]).toHaveLength(1);
  });

  it("gives one that is too large even alone a request of its own", () => {
    const planned = [
      ...planRequests(pattern, [user("a"), user("x".repeat(5_000)), user("b")], options),
    ];
    expect(planned.map(({ recipients }) => recipients)).toEqual([1, 1, 1]);
  });

  it("refuses texts that grow beyond any bound for their size", () => {
    const grown = {
      ...pattern,
      message: undefined,
      channels: { push: { android: { text: "${a}".repeat(20_000) } } },
    };
    const [first, ...rest] = planRequests(
      grown,
      [user("a", { a: "x".repeat(1_000) }), user("b", { a: "" })],
      {
        sizeRule: "message",
        parameters: ["a"],
        inText: true,
      },
    );
    const body = bytes(first?.request ?? pattern);
    expect(body.length).toBeLessThan(8_192);
    expect(parseRequest(body, { sizeRule: "message", httpsOnly: false, now: 0 })).toMatchObject({
      ok: false,
      problems: [{ code: "7026" }],
    });
    expect(rest.map(({ request }) => request.channels)).toEqual([
      { push: { android: { text: "" } } },
    ]);
  });

  it("plans each recipient once, in order, in requests that are as full as possible", () => {
    const recipient = fc.record({
      type: fc.constantFrom(...destinationKeys),
      id: fc.oneof(
        fc.string({ minLength: 1, maxLength: 60 }),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 }),
      ),
      correlationid: fc.option(fc.constantFrom("", "c1", "größe"), { nil: undefined }),
      parameters: fc.dictionary(
        fc.constantFrom("name", "other"),
        fc.constantFrom("Ann", "💐", ""),
        { maxKeys: 2 },
      ),
    });
    fc.assert(
      fc.property(fc.array(recipient, { minLength: 1, maxLength: 120 }), (recipients) => {
        const planned = [...planRequests(pattern, recipients, options)];
        const sentRecipients = planned.flatMap(({ request }) =>
          request.destination.flatMap((entry) =>
            destinationKeys.flatMap((type) =>
              (entry[type] ?? []).map((id) => [
                type,
                id,
                entry.correlationid,
                request.message?.parameters?.["name"],
              ]),
            ),
          ),
        );
        expect(sentRecipients).toEqual(
          recipients.map(({ type, id, correlationid, parameters }) => [
            type,
            id,
            correlationid,
            parameters["name"] ?? "you",
          ]),
        );
        for (const [index, { request, recipients: count }] of planned.entries()) {
          const size = bytes(request).length;
          expect(size <= 4_096 || count === 1).toBe(true);
          const next = planned[index + 1];
          const beginning = next?.request.destination[0];
          if (!next || JSON.stringify(next.request.message) !== JSON.stringify(request.message))
            continue;
          // The first of the next one did not fit any more.
          const type = destinationKeys.find((key) => beginning?.[key] !== undefined) ?? "userid";
          const last = request.destination.at(-1);
          const joins =
            last?.[type] !== undefined && last.correlationid === beginning?.correlationid;
          const id = beginning?.[type]?.[0] ?? "";
          const entry = joins
            ? { ...last, [type]: [...(last[type] ?? []), id] }
            : { ...beginning, [type]: [id] };
          const fuller = {
            ...request,
            destination: [
              ...(joins ? request.destination.slice(0, -1) : request.destination),
              entry,
            ],
          };
          expect(bytes(fuller as PushRequestInput).length).toBeGreaterThan(4_096);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("makes requests that the endpoint takes", () => {
    const plain = { ...pattern, message: undefined };
    const many = Array.from({ length: 900 }, (_, n) => user(`ünïcode "quoted" ${n}`));
    for (const { request } of planRequests(plain, many, options)) {
      expect(
        parseRequest(bytes(request), { sizeRule: "body", httpsOnly: true, now: 0 }),
      ).toMatchObject({ ok: true });
    }
  });
});

describe("recipientsIn", () => {
  it("reads the entries of a request, each identifier once", () => {
    expect(
      recipientsIn([
        { userid: ["a", "b"], correlationid: "c" },
        { userid: ["b"] },
        { ios_pushid: ["a"] },
      ]),
    ).toEqual([
      { type: "userid", id: "a", correlationid: "c", parameters: {} },
      { type: "userid", id: "b", correlationid: "c", parameters: {} },
      { type: "ios_pushid", id: "a", correlationid: undefined, parameters: {} },
    ]);
  });

  it("leaves out what is none, for any input", () => {
    expect(
      recipientsIn([null, 1, { userid: "a" }, { userid: [1, null, "b"], correlationid: 7 }]),
    ).toEqual([{ type: "userid", id: "b", correlationid: undefined, parameters: {} }]);
    fc.assert(fc.property(fc.anything(), (value) => Array.isArray(recipientsIn(value))));
  });
});
