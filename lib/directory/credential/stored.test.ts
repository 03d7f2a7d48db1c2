import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { applies, mask, type Description } from "@/lib/describe/description";
import { notifyAuths, notifyAuthSchema } from "@/lib/describe/notify-auths";
import { providerKinds, type ProviderKind } from "@/lib/interface/device-kinds";
import type { Actor } from "@/lib/policy/can";
import { providers } from "@/lib/providers/credentials";
import { testAuth } from "@/lib/updates/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { loadCredential } from "./load";
import { saveCredential } from "./save";
import { idleCredential } from "./testing";

const actor: Actor = { kind: "job", name: "test" };
/** Independent of the descriptions, which are under test. */
const looksSecret = /^(privateKey|certificateKey|appSecret|clientSecret|password|value|token)$/;

describe("what is stored of credentials", () => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.transaction(async (tx) => {
      ({ id: serviceId } = await createService(
        { actor, tx },
        { name: "Test", sandbox: true, httpsOnly: false },
      ));
      ({ id: appId } = await createApp({ actor, tx }, { serviceId, appid: "shop", name: "Shop" }));
    });
  });
  afterAll(() => database.close());

  /** Every row of every table, as text; bytes in hexadecimal. */
  async function everything(): Promise<string> {
    const tables = await database.query<{ name: string }>(
      "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    const rows = [];
    for (const { name } of tables)
      rows.push(...(await database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)));
    return rows.map(({ row }) => row).join("\n");
  }

  /** The longest line of a secret, in each of the spellings in which it could be found. */
  function spellings(secret: string): string[] {
    const line = secret.split("\n").toSorted((one, other) => other.length - one.length)[0] ?? "";
    const bytes = Buffer.from(line);
    return [line, bytes.toString("hex"), bytes.toString("base64").slice(4, -4)];
  }

  /** A whole value of what is described, with the choices given. */
  function filled(what: Description, n: string, choices: Record<string, string> = {}) {
    const value: Record<string, string> = {};
    const whole = {
      ...Object.fromEntries(
        Object.entries(what.fields).map(([name, { example }]) => [name, example]),
      ),
      ...choices,
    };
    for (const [name, example] of Object.entries(whole))
      // A key would be refused with other digits.
      if (applies(what.fields, name, whole))
        value[name] =
          looksSecret.test(name) && !/^(privateKey|certificateKey)$/.test(name)
            ? example.replace(/.{4}$/, n)
            : example;
    const parts = (secret: boolean) =>
      Object.entries(value).flatMap(([name, text]) =>
        looksSecret.test(name) === secret ? [text] : [],
      );
    return {
      value,
      secrets: parts(true),
      open: parts(false).filter((text) => !text.includes("\n")),
    };
  }

  const kinds: [ProviderKind, Record<string, string>][] = [
    ...providerKinds.map((provider): [ProviderKind, Record<string, string>] => [provider, {}]),
    ["apns", { signIn: "certificate" }],
    // The key that was stored before is gone with the certificate that takes its place, and the
    // other way round.
    ["apns", {}],
  ];
  it.each(kinds)(
    "holds no secret of %s %j in clear, and opens to what was saved",
    async (provider, choices) => {
      const { value, secrets, open: clearTexts } = filled(providers[provider], "Zq7x", choices);
      const credential = providers[provider].schema.parse(value);
      await database.transaction((tx) =>
        saveCredential({ actor, tx }, { appId, provider, credential }),
      );
      forgetCached("credential", `${appId}:${provider}`);
      const databaseText = await everything();
      expect(secrets).toHaveLength(1);
      for (const secret of secrets.flatMap(spellings))
        expect(databaseText.includes(secret)).toBe(false);
      for (const text of clearTexts) expect(databaseText).toContain(text);
      expect((await loadCredential(appId, provider))?.credential).toEqual(credential);
      const [event] = await database.query<{ snapshot: string }>(
        "SELECT snapshot FROM audit_event WHERE action = 'credential.save' AND entity_id = $1 ORDER BY id DESC LIMIT 1",
        [`${appId}:${provider}`],
      );
      const { after: logged } = JSON.parse(event?.snapshot ?? "{}") as {
        after: Record<string, string>;
      };
      expect(Object.values(logged).filter((text) => text === mask)).toHaveLength(1);
      expect(new Set(Object.keys(logged))).toEqual(new Set(Object.keys(value)));

      const next = filled(providers[provider], "Rk3w", choices);
      const other = providers[provider].schema.parse(next.value);
      await database.transaction((tx) =>
        saveCredential({ actor, tx }, { appId, provider, credential: other }),
      );
      const [second] = await database.query<{ snapshot: string }>(
        "SELECT snapshot FROM audit_event WHERE action = 'credential.save' AND entity_id = $1 ORDER BY id DESC LIMIT 1",
        [`${appId}:${provider}`],
      );
      const change = JSON.parse(second?.snapshot ?? "{}") as {
        before: Record<string, string>;
        after: Record<string, string>;
      };
      expect(change.before).toEqual(logged);
      // Some are examples, which stay the same.
      const changed = next.secrets.filter((secret, n) => secret !== secrets[n]);
      expect(Object.values(change.after).filter((text) => text === "Replaced")).toHaveLength(
        changed.length,
      );
      for (const secret of secrets.flatMap(spellings))
        expect(second?.snapshot).not.toContain(secret);
    },
  );

  it.each(Object.entries<Description>(notifyAuths))(
    "holds no secret of a notify authentication %s in clear",
    async (kind, what) => {
      const { value, secrets, open: clearTexts } = filled(what, "Zq7y");
      await testAuth(database, serviceId, notifyAuthSchema.parse({ ...value, kind }));
      const databaseText = await everything();
      expect(secrets).toHaveLength(kind === "none" ? 0 : 1);
      for (const secret of secrets.flatMap(spellings))
        expect(databaseText.includes(secret)).toBe(false);
      for (const text of clearTexts) expect(databaseText).toContain(text);
    },
  );

  it("finds a secret that is stored in clear: the search of these tests", async () => {
    const [secret = ""] = filled(providers.fcm, "Zq7z").secrets;
    for (const spelling of spellings(secret)) {
      await database.query(
        "INSERT INTO setting (name, value) VALUES ('stray', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [spelling],
      );
      expect(await everything()).toContain(spelling);
    }
    await database.query("DELETE FROM setting WHERE name = 'stray'");
  });

  it("drops a member without a description instead of storing it in clear, and refuses what lacks a secret", async () => {
    const save = (credential: object) =>
      database.transaction((tx) =>
        saveCredential({ actor, tx }, { appId, provider: "hms", credential: credential as never }),
      );
    const idle = idleCredential("hms");
    await save({ ...idle, appSecrte: "mistyped-by-a-form" });
    expect(await everything()).not.toContain("mistyped-by-a-form");
    const { appSecret, ...lacking } = idle as { appSecret: string };
    await expect(save({ ...lacking, appSecrte: appSecret })).rejects.toThrow(
      "credential, appSecret: is missing.",
    );
  });
});
