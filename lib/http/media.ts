import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { addMedia, beginUpload } from "@/lib/directory/media/add";
import { addMediaSchema, mediaName } from "@/lib/inputs/media";
import { acceptedMedia, mostMediaBytes, tooLarge } from "@/lib/media/accepted";
import type { MediaFile } from "@/lib/media/address";
import { mediaTypes } from "@/lib/media/media-types";
import { once } from "@/lib/runtime/once";
import { mediaStore } from "@/lib/storage/media-store";
import { CallError } from "./call-error";
import { readBody } from "./read-body";
import { refuseMethod, sendError } from "./reply";
import { methods, resource, type Call } from "./resource";
import { rowReply } from "./serialize";
import { mayIn, memberOf } from "./session";

/**
 * What a name stands for never changes, so one request is enough. A file of any kind runs nothing.
 */
const served = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; sandbox",
};

/**
 * `GET|HEAD /media/<sha256>.<type>`: a picture, for everybody who has its address. No `resource`:
 * it streams a file.
 */
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
/** A large picture over a slow line. */
const bodyLimits = { cap: mostMediaBytes, withinMs: 55_000, tooLarge };
const uploads = () => once("media-uploads", () => ({ open: 0 }));

const mediaRow = addMediaSchema.omit({ serviceId: true }).extend({
  id: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
});

/**
 * `POST /live/media?service=…&name=…`, the body being the file: keeps a picture, and answers it;
 * where the service has it already, that one. What it is its bytes say. For pages of the console
 * alone.
 */
export const mediaUpload = methods({
  POST: resource({
    caller: ({ request, query }) => memberOf(request, mayIn("media.add", serviceOf(query))),
    body: { read: readUpload },
    run: async ({ caller: actor, body: { name, bytes }, call: { query } }) => {
      const serviceId = serviceOf(query);
      const accepted = acceptedMedia(bytes);
      if (!accepted.ok) throw new CallError(415, accepted.why);
      const { facts } = accepted;
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const file = { sha256, type: facts.type };
      // Asked before the file is stored: from then on everybody can fetch it.
      const present = await beginUpload({ actor }, { serviceId, ...file });
      if (present) return { media: present };
      await mediaStore().put(file, bytes);
      return { media: await addMedia({ actor }, { serviceId, name, sha256, ...facts }) };
    },
    answer: rowReply({ 200: z.object({ media: mediaRow }) }),
    refused: 409,
  }),
});

function serviceOf(query: URLSearchParams): string {
  return query.get("service") ?? "";
}

async function readUpload(call: Call): Promise<{ name: string; bytes: Buffer }> {
  const name = mediaName.safeParse(call.query.get("name") ?? "");
  if (!name.success)
    throw new CallError(400, "The name is missing, or has more than 200 characters.");
  return { name: name.data, bytes: await readFile(call) };
}

async function readFile({ request, response }: Call): Promise<Buffer> {
  const counted = uploads();
  if (counted.open >= mostUploads)
    throw new CallError(
      503,
      "Too many images are being uploaded. Try again in a moment.",
      undefined,
      { headers: { "retry-after": "2" } },
    );
  counted.open += 1;
  try {
    return await readBody(request, response, bodyLimits);
  } finally {
    counted.open -= 1;
  }
}
