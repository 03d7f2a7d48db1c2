import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { config } from "@/lib/config/config";
import { notifyAuths } from "@/lib/describe/notify-auths";
import { forget } from "@/lib/runtime/once";
import { seal, unseal, UnsealError } from "./seal";
import { openParts, sealParts } from "./sealed-parts";
import {
  appSecretPlace,
  credentialPlace,
  jwtSecretPlace,
  notifyAuthPlace,
  signingSecretPlace,
  webhookSecretPlace,
} from "./sealed-places";

const place = credentialPlace("an app", "fcm");
/** Texts without half of a surrogate pair, as all stored texts are. */
const text = fc.string({ unit: "grapheme", maxLength: 200 });

describe("a sealed secret", () => {
  it("opens to the text that was sealed, at its place and at no other", () => {
    fc.assert(
      fc.property(text, text, text, (secret, here, elsewhere) => {
        fc.pre(here !== elsewhere);
        const sealed = seal(secret, here);
        expect(unseal(sealed, here)).toBe(secret);
        expect(() => unseal(sealed, elsewhere)).toThrow(UnsealError);
      }),
    );
  });

  it("does not open when any of its bytes was changed, or bytes are missing or too many", () => {
    const sealed = seal("a secret", place);
    for (const at of sealed.keys()) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(changed, place), `byte ${at}`).toThrow(UnsealError);
      expect(() => unseal(sealed.subarray(0, at), place), `${at} bytes`).toThrow(UnsealError);
    }
    expect(() => unseal(Uint8Array.from([...sealed, 0]), place)).toThrow(UnsealError);
  });

  it("is never the same twice, and holds nothing of its text", () => {
    const sealed = Array.from({ length: 50 }, () =>
      Buffer.from(seal("correct horse battery", place)),
    );
    expect(new Set(sealed.map((bytes) => bytes.toString("hex"))).size).toBe(50);
    for (const bytes of sealed) expect(bytes.includes("horse")).toBe(false);
  });

  it("says, when it does not open, where it lies and nothing else", () => {
    const sealed = seal("hunter2", "here");
    expect(() => unseal(sealed, place)).toThrow(
      /^The secret of credential:an app:fcm cannot be opened\. Was APP_SECRET changed\?$/,
    );
  });

  describe("under another APP_SECRET", () => {
    const own = config().APP_SECRET;
    afterEach(() => {
      config().APP_SECRET = own;
      forget("seal-key");
    });

    it("does not open, and opens again under its own", () => {
      const sealed = seal("a secret", place);
      config().APP_SECRET = "x".repeat(own.length);
      forget("seal-key");
      expect(() => unseal(sealed, place)).toThrow(UnsealError);
      config().APP_SECRET = own;
      forget("seal-key");
      expect(unseal(sealed, place)).toBe("a secret");
    });
  });
});

it("has a place of its own for each kind of secret, tenant and row", () => {
  const ids = ["a", "b"];
  const places = [
    appSecretPlace,
    ...ids.flatMap((id) => [
      jwtSecretPlace(id),
      signingSecretPlace(id),
      webhookSecretPlace(id),
      ...ids.flatMap((other) => [notifyAuthPlace(id, other), credentialPlace(id, other)]),
    ]),
  ];
  expect(new Set(places).size).toBe(1 + 2 * (3 + 2 * 2));
});

describe("the parts of something described", () => {
  const auth = { username: "ada", password: "correct horse" };

  it("are stored in clear or sealed as the description says, and come back whole", () => {
    const { settings, sealed } = sealParts(notifyAuths.basic, auth, place);
    expect(settings).toEqual({ username: "ada" });
    expect(JSON.parse(unseal(sealed, place))).toEqual({ password: "correct horse" });
    expect(openParts(settings, sealed, place)).toEqual(auth);
  });

  it("are those in clear alone where nothing was sealed", () => {
    expect(openParts({ username: "ada" }, null, place)).toEqual({ username: "ada" });
  });

  it("do not open elsewhere", () => {
    const { settings, sealed } = sealParts(notifyAuths.basic, auth, place);
    expect(() => openParts(settings, sealed, notifyAuthPlace("a service", "another"))).toThrow(
      UnsealError,
    );
  });
});
