import { describe, expect, it } from "vitest";
import { makePoint } from "@/lib/lab/state-file";
import { openProvider } from "./registry";

describe("opening a provider", () => {
  it("says which members of a credential are wrong, and repeats none", () => {
    const secret = "-----BEGIN PRIVATE KEY-----\nnot a key\n-----END PRIVATE KEY-----";
    expect(() => openProvider("fcm", { projectId: "p", privateKey: secret })).toThrow(
      /fcm credential.*clientEmail/,
    );
    expect(() =>
      openProvider("apns", { teamId: "T", keyId: "K", bundleId: "b", privateKey: secret }),
    ).toThrow(/apns.*private key cannot be read/);
    expect(() =>
      openProvider("webpush", {
        ...makePoint(),
        publicKey: makePoint().publicKey,
        subject: "mailto:a@b.example",
      }),
    ).toThrow(/webpush.*privateKey: this private key does not belong to the public key/);
    expect(() =>
      openProvider("webpush", { ...makePoint(), subject: "mailto: <a@b.example>" }),
    ).toThrow(/subject/);
    expect(() => openProvider("hms", undefined)).toThrow(/hms credential/);
    const wrong = { projectId: "p", clientEmail: "e", privateKey: secret };
    expect(() => openProvider("fcm", wrong)).toThrow(
      /^(?!.*not a key).*private key cannot be read/s,
    );
  });
});
