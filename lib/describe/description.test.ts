import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import {
  providers,
  type CredentialInput,
  type CredentialSecret,
} from "@/lib/providers/credentials";
import {
  applies,
  description,
  limitsOf,
  mask,
  masked,
  partsOf,
  type Description,
  type Field,
} from "./description";
import {
  notifyAuths,
  notifyAuthSchema,
  type NotifyAuth,
  type NotifyAuthKind,
  type NotifyAuthSecret,
} from "./notify-auths";

type Credential<Kind extends keyof typeof providers> = z.output<(typeof providers)[Kind]["schema"]>;

const all: [string, Description][] = [
  ...Object.entries<Description>(providers),
  ...Object.entries<Description>(notifyAuths),
];
const fields: [string, string, Field][] = all.flatMap(([of, { fields: own }]) =>
  Object.entries(own).map(([name, field]): [string, string, Field] => [of, name, field]),
);
/** Returns a whole value for each possible choice. */
function variantsOf({ fields: own }: Description): Record<string, string>[] {
  const whole = Object.fromEntries(
    Object.entries(own).map(([name, { example }]) => [name, example]),
  );
  const choices = new Set(Object.values(own).flatMap(({ when }) => Object.keys(when ?? {})));
  let variants = [whole];
  for (const choice of choices)
    variants = Object.keys(own[choice]?.options ?? {}).flatMap((value) =>
      variants.map((one) => ({ ...one, [choice]: value })),
    );
  return variants.map((variant) =>
    Object.fromEntries(Object.entries(variant).filter(([name]) => applies(own, name, variant))),
  );
}
const examplesOf = (what: Description) => variantsOf(what)[0] ?? {};
const allVariants = all.flatMap(([of, what]) =>
  variantsOf(what).map((value): [string, Description, Record<string, string>] => [of, what, value]),
);

/**
 * Written a second time, by hand: a change that makes a secret readable, or adds one, has to be
 * stated here too.
 */
const secrets = {
  fcm: ["privateKey"],
  apns: ["privateKey", "certificateKey"],
  hms: ["appSecret"],
  webpush: ["privateKey"],
  none: [],
  basic: ["password"],
  apikey: ["value"],
  bearer: ["token"],
  oauth2: ["clientSecret"],
} as const;

describe("what is described", () => {
  it.each(allVariants)("keeps the secrets of %s apart, and masks them", (of, what, value) => {
    const secretNames: readonly string[] = secrets[of as keyof typeof secrets].filter((name) =>
      Object.hasOwn(value, name),
    );
    const { settings, secret } = partsOf(what, value);
    expect(Object.keys(secret)).toEqual(secretNames);
    expect({ ...settings, ...secret }).toEqual(value);
    const maskedValue = masked(what, value);
    expect(Object.keys(maskedValue)).toEqual(Object.keys(value));
    for (const name of secretNames) expect(maskedValue[name]).toBe(mask);
    for (const name of secretNames) expect(JSON.stringify(maskedValue)).not.toContain(value[name]);
  });

  const addresses = fields.filter(([, , { type }]) => type === "url");
  it.each(addresses)("%s: %s takes no user name or password, and shows none", (of, name, field) => {
    const address = field.example.replace("https://", "https://maya:pw@");
    expect(field.check.safeParse(address).error?.issues).toMatchObject([
      { message: "must hold no user name or password" },
    ]);
    expect(field.check.safeParse(field.example.replace("https://", "https://maya@")).success).toBe(
      false,
    );
    const what = all.find(([other]) => other === of)?.[1] as Description;
    expect(masked(what, { [name]: address })).toEqual({
      [name]: field.example.replace("https://", "https://…@"),
    });
    expect(masked(what, { [name]: field.example })).toEqual({ [name]: field.example });
  });

  it("leaves out what is not described, and takes nothing from a prototype", () => {
    const stray = { token: "mF_9.B5f-4.1JqM", privatKey: "mistyped" };
    expect(partsOf(notifyAuths.bearer, stray)).toEqual({
      settings: {},
      secret: { token: stray.token },
    });
    expect(masked(notifyAuths.bearer, stray)).toEqual({ token: mask });
    expect(
      masked(notifyAuths.bearer, Object.create({ token: "inherited" }) as Record<string, unknown>),
    ).toEqual({});
  });

  it.each(allVariants)("has examples for %s that pass its check", (_of, what, value) => {
    expect(what.schema.safeParse(value)).toMatchObject({ success: true, data: { ...value } });
  });

  it.each(fields)(
    "%s: %s has words, a bound that holds, and options that are those of its check",
    (_of, _name, field) => {
      expect(field.label).not.toBe("");
      expect(field.help).toMatch(/\.$/);
      const { most } = limitsOf(field);
      const schema = z.toJSONSchema(field.check, { io: "input", unrepresentable: "any" });
      expect(Object.keys(field.options ?? {})).toEqual(schema.enum ?? []);
      expect(field.type === "choice").toBe(schema.enum !== undefined);
      if (field.type === "choice") return;
      expect(most).toBeGreaterThan(0);
      expect(field.check.safeParse("x".repeat((most ?? 0) + 1))).toMatchObject({ success: false });
      expect(field.check.safeParse("x\0")).toMatchObject({ success: false });
    },
  );

  it("states what is wanted, and what counts where nothing is written", () => {
    expect(limitsOf(providers.apns.fields.endpoint)).toEqual({
      required: false,
      fallback: "https://api.push.apple.com",
      least: 1,
      most: 2_048,
    });
    expect(limitsOf(providers.apns.fields.teamId)).toEqual({ required: true, least: 1, most: 100 });
    expect(limitsOf(providers.apns.fields.ca)).toMatchObject({ required: false });
    expect(limitsOf(notifyAuths.oauth2.fields.clientIn)).toEqual({
      required: false,
      fallback: "header",
    });
  });

  it("repeats no value where it refuses one", () => {
    const secret = "0123456789abcdef-not-a-key";
    const refused = providers.fcm.schema.safeParse({
      ...examplesOf(providers.fcm),
      privateKey: secret,
      endpoint: `ftp://${secret}`,
    });
    expect(refused.error?.issues.map(({ path }) => path.join("."))).toEqual([
      "privateKey",
      "endpoint",
    ]);
    expect(JSON.stringify(refused.error?.issues)).not.toContain(secret);
  });
});

describe("a description", () => {
  const field = {
    label: "Key",
    type: "line",
    help: "A key.",
    example: "k",
    check: z.string(),
  } as const;

  it("does not compile with a field that does not state whether it is secret, and seals it all the same", () => {
    // @ts-expect-error -- `secret` is missing
    const missing = description({ label: "", help: "", fields: { key: field } });
    const misspelt = { ...field, secert: true };
    // @ts-expect-error -- `secret` is mistyped
    const mistyped = description({ label: "", help: "", fields: { key: misspelt } });
    for (const described of [missing, mistyped] as unknown as Description[]) {
      expect(partsOf(described, { key: "k" })).toEqual({ settings: {}, secret: { key: "k" } });
      expect(masked(described, { key: "k" })).toEqual({ key: mask });
    }
    const wordless = { label: "Key", secret: true, check: z.string() } as const;
    // @ts-expect-error -- words are missing
    expect(description({ label: "", help: "", fields: { key: wordless } })).toBeDefined();
  });

  it("has a schema with exactly the members that are described, and knows which are secret", () => {
    const described = description({
      label: "",
      help: "",
      fields: { key: { ...field, secret: true }, name: { ...field, secret: false } },
    });
    expectTypeOf(described.schema.parse({ key: "k", name: "n" })).toEqualTypeOf<{
      key: string;
      name: string;
    }>();
    // @ts-expect-error -- no such field
    expect(described.fields.kye).toBeUndefined();
    // @ts-expect-error -- no such member
    expect(() => partsOf(described, { kye: "k", name: "n" })).not.toThrow();
    expectTypeOf<CredentialSecret<"fcm">>().toEqualTypeOf<"privateKey">();
    expectTypeOf<CredentialSecret<"apns">>().toEqualTypeOf<"privateKey" | "certificateKey">();
    expectTypeOf<CredentialSecret<"hms">>().toEqualTypeOf<"appSecret">();
    expectTypeOf<CredentialSecret<"webpush">>().toEqualTypeOf<"privateKey">();
    expectTypeOf<NotifyAuthSecret<"none">>().toEqualTypeOf<never>();
    expectTypeOf<NotifyAuthSecret<"basic">>().toEqualTypeOf<"password">();
    expectTypeOf<NotifyAuthSecret<"apikey">>().toEqualTypeOf<"value">();
    expectTypeOf<NotifyAuthSecret<"bearer">>().toEqualTypeOf<"token">();
    expectTypeOf<NotifyAuthSecret<"oauth2">>().toEqualTypeOf<"clientSecret">();
    expectTypeOf<Credential<"hms">["tokenUri"]>().toEqualTypeOf<string>();
    expectTypeOf<CredentialInput<"hms">["tokenUri"]>().toEqualTypeOf<string | undefined>();
  });

  it("has the members of a choice only where it is selected", () => {
    const value = examplesOf(providers.apns);
    expect(value).toMatchObject({ signIn: "key" });
    const strays = { ...value, certificate: "not read", certificateKey: 7 };
    expect(providers.apns.schema.parse(strays)).toEqual(value);
    const { signIn: _, ...withoutChoice } = value;
    expect(providers.apns.schema.parse(withoutChoice)).toEqual(value);
    const parsed = providers.apns.schema.safeParse({ ...value, signIn: "certificate" });
    expect(parsed.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["certificate", "is missing"],
      ["certificateKey", "is missing"],
    ]);
    expect(
      providers.apns.schema.safeParse({ ...value, signIn: "password" }).error?.issues,
    ).toMatchObject([{ path: ["signIn"] }]);
    for (const nothing of [undefined, null, 7, []])
      expect(providers.apns.schema.safeParse(nothing).success).toBe(false);
    expectTypeOf<Credential<"apns">["certificate"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Credential<"apns">["bundleId"]>().toEqualTypeOf<string>();
  });

  it("of each kind of notify authentication is one of the union", () => {
    expectTypeOf<NotifyAuth["kind"]>().toEqualTypeOf<NotifyAuthKind>();
    for (const [kind, what] of Object.entries<Description>(notifyAuths))
      expect(notifyAuthSchema.parse({ ...examplesOf(what), kind })).toEqual({
        ...examplesOf(what),
        kind,
      });
  });
});
