import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AddressList, isAddressOrRange, networkOf, plainAddress } from "./address-list";

const v4 = fc.ipV4();
const v6 = fc.ipV6();

describe("addresses", () => {
  it("are those that Node knows, each in one spelling", () => {
    const odd = fc.stringMatching(/^[0-9a-f:.%x]{0,24}$/);
    fc.assert(
      fc.property(fc.oneof(v4, v6, odd), (text) => {
        const plain = plainAddress(text);
        const isAddress = isIP(text) !== 0 && !text.includes("%");
        expect([
          text,
          plain !== undefined,
          plain === undefined ? undefined : plainAddress(plain),
        ]).toEqual([text, isAddress, plain]);
      }),
      { numRuns: 3_000 },
    );
  });

  it("mapped into IPv6 are the IPv4 ones that they mean", () => {
    fc.assert(
      fc.property(v4, (text) => {
        expect(plainAddress(`::ffff:${text}`)).toBe(plainAddress(text));
      }),
    );
    expect(plainAddress("::FFFF:7f00:1")).toBe("127.0.0.1");
  });

  it.each([
    "",
    " ",
    "localhost",
    "127.1",
    "0x7f.0.0.1",
    "010.0.0.1",
    "2130706433",
    "1.2.3.4:80",
    "[::1]",
    "fe80::1%eth0",
    "1.2.3.4 ",
    "::1/64",
    ":::",
  ])("do not include %j", (text) => expect(plainAddress(text)).toBeUndefined());
});

describe("a list of addresses", () => {
  it("holds what Node's own holds", () => {
    const net = fc.oneof(
      fc.tuple(v4, fc.integer({ min: 0, max: 32 })),
      fc
        .tuple(v6, fc.integer({ min: 0, max: 128 }))
        .filter(([text]) => plainAddress(text)?.includes(":") === true),
    );
    fc.assert(
      fc.property(fc.array(net, { maxLength: 5 }), fc.oneof(v4, v6), (nets, address) => {
        const theirs = new BlockList();
        const plain = plainAddress(address) ?? "";
        // To Node a range of IPv6 may hold IPv4 addresses too.
        for (const [text, bits] of nets)
          if (isIP(text) === isIP(plain))
            theirs.addSubnet(text, bits, isIPv4(text) ? "ipv4" : "ipv6");
        expect(
          new AddressList(nets.map(([text, bits]) => `${text}/${bits}`)).includes(address),
        ).toBe(theirs.check(plain, isIPv6(plain) ? "ipv6" : "ipv4"));
      }),
      { numRuns: 1_000 },
    );
  });

  it("reads mapped ranges, and nothing into what is none", () => {
    expect(new AddressList(["::ffff:10.0.0.0/104"]).includes("10.9.8.7")).toBe(true);
    expect(new AddressList(["10.0.0.0/8"]).includes("::ffff:10.9.8.7")).toBe(true);
    expect(new AddressList(["nobody", "10.0.0.0/x", "10.0.0.0/33"]).includes("10.0.0.1")).toBe(
      false,
    );
    expect(new AddressList(["0.0.0.0/0"]).includes("not one")).toBe(false);
    for (const wrong of [
      "",
      "host",
      "10.0.0.0/33",
      "::/129",
      "1.2.3.4/",
      "1.2.3.4/8/8",
      "*",
      "::ffff:10.0.0.0/8",
    ])
      expect([wrong, isAddressOrRange(wrong)]).toEqual([wrong, false]);
  });
});

describe("the network of a client", () => {
  it("is its IPv4 address, or the first 64 bits of its IPv6 one", () => {
    expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
    expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
    expect(networkOf("2001:db8:1:2:ffff::")).toBe(networkOf("2001:db8:1:2::1"));
    expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  });
});
