import { AwsV4Signer } from "aws4fetch";
import { keyOf, type MediaFile } from "@/lib/media/address";
import { mediaTypes } from "@/lib/media/media-types";
import {
  configuredCall,
  type ConfiguredAnswer,
  type ConfiguredCall,
} from "@/lib/outbound/configured";
import type { MediaStore, StoredFile } from "./store";

/** Where a bucket is, and as whom it is asked. */
export interface Bucket {
  /** With the name of the bucket as its path, and a folder in it behind that if wanted. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

const timeoutMs = 20_000;

/**
 * Files in a bucket of a service that speaks Amazon's S3: for processes on several machines. Its
 * calls are signed; nothing in it need be public.
 */
export class BucketStore implements MediaStore {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async put(file: MediaFile, bytes: Uint8Array): Promise<void> {
    if (await this.has(file)) return;
    // The bucket refuses other bytes than those that were hashed.
    const headers = { "content-type": mediaTypes[file.type], "x-amz-content-sha256": file.sha256 };
    await this.#done("PUT", file, [200], { headers, body: bytes });
  }

  async has(file: MediaFile): Promise<boolean> {
    return (await this.#done("HEAD", file, [200, 404])) === 200;
  }

  async open(file: MediaFile): Promise<StoredFile | undefined> {
    const answer = await this.#call("GET", file);
    if (answer.status === 200)
      return { bytes: Number(answer.headers["content-length"]), stream: answer.body };
    drop(answer);
    if (answer.status === 404) return undefined;
    throw unexpected("GET", answer.status);
  }

  async remove(file: MediaFile): Promise<void> {
    await this.#done("DELETE", file, [200, 204, 404]);
  }

  async #done(
    method: ConfiguredCall["method"],
    file: MediaFile,
    good: readonly number[],
    content?: Pick<ConfiguredCall, "headers" | "body">,
  ): Promise<number> {
    const answer = await this.#call(method, file, content);
    drop(answer);
    if (!good.includes(answer.status)) throw unexpected(method, answer.status);
    return answer.status;
  }

  async #call(
    method: ConfiguredCall["method"],
    file: MediaFile,
    { headers = {}, body }: Partial<Pick<ConfiguredCall, "headers" | "body">> = {},
  ): Promise<ConfiguredAnswer> {
    const { url, region, keyId: accessKeyId, secret: secretAccessKey } = this.#bucket;
    const address = `${url.replace(/\/$/, "")}/${keyOf(file)}`;
    const signed = await new AwsV4Signer({
      method,
      url: address,
      headers,
      accessKeyId,
      secretAccessKey,
      service: "s3",
      region,
    }).sign();
    return configuredCall(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body && { body }),
      timeoutMs,
    });
  }
}

/** The body is not needed, and the connection is free again. */
function drop({ body }: ConfiguredAnswer): void {
  body.on("error", () => undefined).resume();
}

function unexpected(method: string, status: number): Error {
  const why =
    status === 403
      ? ": the key of MEDIA_BUCKET_KEY_ID may not, or MEDIA_BUCKET_REGION is another one"
      : "";
  return new Error(`MEDIA_BUCKET answered ${status} to ${method}${why}`);
}
