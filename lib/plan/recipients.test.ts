import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { recipients } from "./recipients";

describe("recipients", () => {
  it("flattens entries in their order, with the kind of each identifier", () => {
    expect(
      recipients([{ userid: ["u1", "u2"] }, { hms_pushid: ["h"] }, { safari_pushid: ["s"] }], "r"),
    ).toEqual([
      { destination: "u1", destinationType: "userid", kind: null, correlationid: "r" },
      { destination: "u2", destinationType: "userid", kind: null, correlationid: "r" },
      { destination: "h", destinationType: "hms_pushid", kind: "hms", correlationid: "r" },
      { destination: "s", destinationType: "safari_pushid", kind: "safari", correlationid: "r" },
    ]);
  });

  it("prefers the entry's correlationid, and gives none when there is none", () => {
    expect(
      recipients([{ userid: ["a"], correlationid: "own" }, { userid: ["b"] }], "request's").map(
        (one) => one.correlationid,
      ),
    ).toEqual(["own", "request's"]);
    expect(recipients([{ userid: ["a"] }], "")[0]?.correlationid).toBe("");
  });

  it("are unique by kind and text of their identifier", () => {
    const distinctRecipients = recipients(
      [
        { android_pushid: ["x"], correlationid: "first" },
        { android_pushid: ["x", "y"] },
        { chrome_pushid: ["x"] },
      ],
      "",
    );
    expect(
      distinctRecipients.map(({ destinationType, destination, correlationid }) => [
        destinationType,
        destination,
        correlationid,
      ]),
    ).toEqual([
      ["android_pushid", "x", "first"],
      ["android_pushid", "y", ""],
      ["chrome_pushid", "x", ""],
    ]);
  });

  it("loses none and repeats none", () => {
    const entry = fc.tuple(
      fc.constantFrom(...destinationKeys),
      fc.array(fc.constantFrom("a", "b", "c", "__proto__", "constructor"), { minLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const distinctRecipients = recipients(
          entries.map(([key, ids]) => ({ [key]: ids })),
          "",
        ).map(({ destinationType, destination }) => `${destinationType} ${destination}`);
        const expected = new Set(entries.flatMap(([key, ids]) => ids.map((id) => `${key} ${id}`)));
        expect(distinctRecipients).toEqual([...expected]);
      }),
    );
  });
});
