import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { addMedia, beginUpload } from "@/lib/directory/media/add";
import { mediaName } from "@/lib/inputs/media";
import { acceptedMedia, mostMediaBytes, tooLarge } from "@/lib/media/accepted";
import type { MediaFile } from "@/lib/media/address";
import { mediaTypes } from "@/lib/media/media-types";
import { once } from "@/lib/runtime/once";
import { mediaStore } from "@/lib/storage/media-store";
import { onBehalfOf } from "@/lib/verb/client";
import { RefusedError } from "@/lib/verb/errors";
import { clientAddress } from "./client-address";
import { ContentCodingError } from "./content-coding";
import { mayIn, memberOf } from "./live";
import { comesFromOurPage, refuseForeign } from "./own-page";
import { BodyAbortedError, BodyTooLargeError, readBody } from "./read-body";
import { refuseMethod, sendError, sendJson } from "./reply";

/**
 * What a name stands for never changes, so one request is enough. A file of any kind runs nothing.
 */
const served = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; sandbox",
};

/** `GET|HEAD /media/<sha256>.<type>`: a picture, for everybody who has its address. */
export async function mediaFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: MediaFile,
): Promise<void> {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD")
    return refuseMethod(request, response, ["GET", "HEAD"]);
  const headers = { ...served, etag: `"${file.sha256}"` };
  if (isKnown(request.headers["if-none-match"], headers.etag) && (await mediaStore().has(file))) {
    response.writeHead(304, headers).end();
    return;
  }
  const image = await mediaStore().open(file);
  if (!image)
    return sendError(request, response, 404, "There is no such image, or it was removed.");
  response.writeHead(200, {
    ...headers,
    "content-type": mediaTypes[file.type],
    "content-length": image.bytes,
  });
  if (method === "HEAD") {
    image.stream.destroy();
    response.end();
    return;
  }
  try {
    await pipeline(image.stream, response);
  } catch (error) {
    // A client that disconnects before the end is no error of the server.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

/** RFC 9110, 13.1.2: any of the tags, compared weakly. */
function isKnown(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === "*" ||
      header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))
  );
}

/** Uploads that one process reads at a time, each of 10 MB at most. */
const mostUploads = 8;
/** A large picture over a slow line (milliseconds). */
const uploadMs = 55_000;
const uploads = () => once("media-uploads", () => ({ open: 0 }));

/**
 * `POST /live/media?service=…&name=…`, the body being the file: keeps a picture, and answers it;
 * where the service has it already, that one. What it is its bytes say. For pages of the console
 * alone. No `resource`: a member's session calls it, and the body is no JSON.
 */
export async function mediaUpload(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
): Promise<void> {
  if (request.method !== "POST") return refuseMethod(request, response, ["POST"]);
  if (!comesFromOurPage(request)) return refuseForeign(request, response);
  const serviceId = query.get("service") ?? "";
  const member = await memberOf(request, response, mayIn("media.add", serviceId));
  if (!member) return;
  const name = mediaName.safeParse(query.get("name") ?? "");
  if (!name.success)
    return sendError(
      request,
      response,
      400,
      "The name is missing, or has more than 200 characters.",
    );
  const bytes = await bodyOf(request, response);
  if (!bytes) return;
  const accepted = acceptedMedia(bytes);
  if (!accepted.ok) return sendError(request, response, 415, accepted.why);
  const { facts } = accepted;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file = { sha256, type: facts.type };
  try {
    const media = await onBehalfOf(clientAddress(request), async () => {
      // Asked before the file is stored: from then on everybody can fetch it.
      const present = await beginUpload({ actor: member }, { serviceId, ...file });
      if (present) return present;
      await mediaStore().put(file, bytes);
      return addMedia({ actor: member }, { serviceId, name: name.data, sha256, ...facts });
    });
    sendJson(request, response, 200, { media });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    sendError(request, response, 409, error.message);
  }
}

async function bodyOf(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Buffer | undefined> {
  const counted = uploads();
  if (counted.open >= mostUploads) {
    sendError(
      request,
      response,
      503,
      "Too many images are being uploaded. Try again in a moment.",
      { "retry-after": "2" },
    );
    return undefined;
  }
  counted.open += 1;
  try {
    return await readBody(request, response, mostMediaBytes, uploadMs);
  } catch (error) {
    if (error instanceof BodyTooLargeError) sendError(request, response, 413, tooLarge);
    else if (error instanceof ContentCodingError)
      sendError(request, response, error.status, error.message, error.headers);
    else if (error instanceof BodyAbortedError) request.destroy();
    else throw error;
    return undefined;
  } finally {
    counted.open -= 1;
  }
}
