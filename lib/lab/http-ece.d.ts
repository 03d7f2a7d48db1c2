declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  interface Parameters {
    version: "aes128gcm";
    privateKey: ECDH;
    /** The other side's public key, raw or base64url. */
    dh?: Buffer | string;
    authSecret: Buffer | string;
    rs?: number;
    pad?: number;
  }
  const ece: {
    encrypt(plain: Buffer, parameters: Parameters): Buffer;
    decrypt(body: Buffer, parameters: Parameters): Buffer;
  };
  export default ece;
}
