import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AddressList, plainAddress } from "@/lib/config/address-list";
import { clientBehind } from "./client-address";

const trusted = new AddressList(["10.0.0.0/8", "127.0.0.1", "::1", "fd00::/8", "fe80::/10"]);
const client = (peer: string | undefined, header?: string) => clientBehind(peer, header, trusted);

const proxy = fc.oneof(
  fc.ipV4().map((text) => text.replace(/^\d+/, "10")),
  fc.constantFrom("127.0.0.1", "::1", "fd00::7", "::ffff:10.1.2.3"),
);
const stranger = fc
  .oneof(fc.ipV4(), fc.ipV6())
  .filter((text) => plainAddress(text) !== undefined && !trusted.includes(text));
const anything = fc.oneof(
  fc.string(),
  fc.ipV4(),
  fc.ipV6(),
  proxy,
  fc.constantFrom("unknown", "_hidden", "", "for=192.0.2.1"),
);

describe("the client's address", () => {
  it("is the socket's, for any header of a client that is no trusted proxy", () => {
    fc.assert(
      fc.property(stranger, fc.array(anything), (peer, said) => {
        expect(client(peer, said.join(","))).toBe(plainAddress(peer));
      }),
    );
    expect(client("203.0.113.9", "10.0.0.1")).toBe("203.0.113.9");
    expect(client("203.0.113.9", "127.0.0.1, 10.0.0.1")).toBe("203.0.113.9");
  });

  it("behind trusted proxies is the last one that they heard from, for any text of the client before it", () => {
    fc.assert(
      fc.property(
        proxy,
        fc.array(anything),
        stranger,
        fc.array(proxy, { maxLength: 5 }),
        (peer, forged, heard, hops) => {
          expect(client(peer, [...forged, heard, ...hops].join(", "))).toBe(plainAddress(heard));
        },
      ),
    );
  });

  it("is the proxy's own when it says nothing, and the first of the proxies when there are only such", () => {
    for (const header of [undefined, "", " , ,"])
      expect(client("10.0.0.1", header)).toBe("10.0.0.1");
    expect(client("10.0.0.1", "10.0.0.9, 10.0.0.2")).toBe("10.0.0.9");
  });

  it.each([
    ["192.0.2.1:4711", "192.0.2.1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:DB8:0::1", "2001:db8::1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:80", "192.0.2.1"],
    ["192.0.2.1\t", "192.0.2.1"],
    ["192.0.2.7, 192.0.2.1,", "192.0.2.1"],
  ])("is read from %j", (header, address) => expect(client("127.0.0.1", header)).toBe(address));

  it.each([
    "unknown",
    "_hidden",
    "localhost",
    "127.1",
    "192.0.2.1, unknown",
    "192.0.2.1:",
    "192.0.2.1:x",
    "[192.0.2.1",
    '"192.0.2.1"',
    "for=192.0.2.1",
    "[]",
    "::1%lo",
  ])("is undefined where the header is %j", (header) =>
    expect(client("127.0.0.1", header)).toBeUndefined(),
  );

  it("is found at a mapped or zoned peer, and there is none without a socket", () => {
    expect(client("::ffff:10.0.0.1", "192.0.2.1")).toBe("192.0.2.1");
    expect(client("fe80::1%eth0", "192.0.2.1")).toBe("192.0.2.1");
    expect(client(undefined, "192.0.2.1")).toBeUndefined();
  });

  it("is found behind thousands of entries", () => {
    expect(client("10.0.0.1", Array.from({ length: 5_000 }, () => "10.0.0.1").join(","))).toBe(
      "10.0.0.1",
    );
    expect(client("10.0.0.1", `${"x,".repeat(100_000)}192.0.2.1`)).toBe("192.0.2.1");
  });
});
