import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** How a passkey answers, where it is not as it should be. */
export interface Manner {
  origin?: string;
  rpID?: string;
  /** Whether it verified who is at it. */
  verified?: boolean;
  counter?: number;
}

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
const text = (words: string) =>
  Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)]);
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value]);

/**
 * An authenticator with one passkey (ES256, attestation "none"), written from the specification and
 * not from the library that is tested. For tests.
 */
export class TestPasskey {
  readonly id = randomBytes(32);
  counter = 0;
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });

  /** Returns a browser's answer to a request to create the passkey, as JSON. */
  registered(challenge: string, manner: Manner = {}): string {
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, "base64url")),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, "base64url")),
    ]);
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      cose,
    ]);
    const data = Buffer.concat([this.#data(manner, 0x40), credential]);
    const head = Buffer.from([0x59, data.length >> 8, data.length & 255]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text("fmt"),
      text("none"),
      text("attStmt"),
      Buffer.from([0xa0]),
      text("authData"),
      head,
      data,
    ]);
    return this.#answer({
      clientDataJSON: client("webauthn.create", challenge, manner),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    });
  }

  /** What the browser answers when the passkey signed, as JSON. */
  signed(challenge: string, manner: Manner = {}): string {
    const data = this.#data(manner, 0);
    const clientDataJSON = client("webauthn.get", challenge, manner);
    const signature = sign(
      "sha256",
      Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]),
      this.#key.privateKey,
    );
    return this.#answer({
      clientDataJSON,
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }

  #data(
    { rpID = "localhost", verified = true, counter = this.counter }: Manner,
    flags: number,
  ): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      sha256(rpID),
      Buffer.from([0x01 | (verified ? 0x04 : 0) | flags]),
      count,
    ]);
  }

  #answer(response: object): string {
    const id = this.id.toString("base64url");
    return JSON.stringify({
      id,
      rawId: id,
      type: "public-key",
      response,
      clientExtensionResults: {},
    });
  }
}

function client(
  type: string,
  challenge: string,
  { origin = "http://localhost:3000" }: Manner,
): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
    "base64url",
  );
}
