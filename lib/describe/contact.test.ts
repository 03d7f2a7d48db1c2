import { describe, expect, it } from "vitest";
import { providers } from "@/lib/providers/credentials";

describe("the contact of a VAPID key", () => {
  const { check } = providers.webpush.fields.subject;
  it.each([
    "mailto:ops@shop.example",
    "https://shop.example/contact",
    "MAILTO:ops@shop.example",
    "mailto:a@b.example,c@d.example",
    "mailto:ops@shop.example?subject=Push",
    "https://push.shop.example:8443",
    "mailto:o'ps+push@xn--mnchen-3ya.example",
    "mailto:ops@münchen.example",
    "mailto:ops.team/push@shop.example",
    "mailto:ops%2Bpush@shop.example",
    "mailto:o_ps@mail-1.shop.example.",
    "https://shop.example/contact?a=b#c",
  ])("takes %s", (contact) =>
    expect(check.safeParse(contact)).toEqual({
      success: true,
      data: contact.replace("MAILTO", "mailto"),
    }),
  );
  it.each([
    "ops@shop.example",
    "mailto: ops@shop.example",
    "mailto:<ops@shop.example>",
    "mailto:",
    "mailto:ops",
    "mailto:@shop.example",
    "http://shop.example",
    "shop.example",
    "https://",
    "https://a b.example",
    "mailto:ops@[127.0.0.1]",
    "mailto:ops@[IPv6:2001:db8::1]",
    "mailto:mailto:ops@shop.example",
    "mailto://ops@shop.example",
    "mailto:/ops@shop.example",
    "mailto:ops@shop..example",
    "mailto:ops@.example",
    "mailto:ops@-shop.example",
    "mailto:ops@shop-.example",
    "mailto:ops@example.com:25",
    "mailto:ops@shop.example/",
    "mailto:ops@shop.example#a",
    "mailto:ops@shop.example?subject=x#a",
    "mailto:ops@shop.example\\",
    "mailto:.ops@shop.example",
    "mailto:ops.@shop.example",
    "mailto:o..ps@shop.example",
    "mailto:o%20ps@shop.example",
    "mailto:o%ps@shop.example",
    "mailto:ops@shop%2Eexample",
    "mailto:ops;x@shop.example",
    "mailto:a@b.example,c@d..example",
    "https://shop..example",
    "https://.example",
  ])("refuses %s, which is none", (contact) =>
    expect(check.safeParse(contact).error?.issues).toMatchObject([
      { message: "must be mailto:name@host or an https address" },
    ]),
  );
  it.each([
    "https://user:pw@shop.example",
    "https://user@shop.example/contact",
    "HTTPS://:pw@shop.example",
  ])("refuses %s for its user name", (contact) =>
    expect(check.safeParse(contact).error?.issues).toMatchObject([
      { message: "must hold no user name or password" },
    ]),
  );
  it.each([
    "mailto:ops@localhost",
    "mailto:ops@LOCALHOST",
    "mailto:ops@localhost.",
    "mailto:ops@clarion.local",
    "mailto:a@b.example,c@localhost",
    "https://localhost/contact",
    "https://localhost:3000",
    "https://clarion.local",
    "https://127.0.0.1/",
    "https://[::1]/",
    "mailto:root@server",
    "mailto:ops@10.0.0.7",
    "mailto:ops@0x7f.1",
    "mailto:ops@shop.invalid",
  ])("refuses %s, which Apple does not take", (contact) =>
    expect(check.safeParse(contact).error?.issues).toMatchObject([
      { message: expect.stringContaining("Apple") as string },
    ]),
  );
});
