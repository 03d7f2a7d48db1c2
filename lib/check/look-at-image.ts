import type { ImageLook } from "@/lib/findings/image-look";
import { parseHttpUrl, parseUrl } from "@/lib/interface/url";
import { readImageHeader } from "@/lib/media/image-header";
import { ForbiddenAddressError, NotSentError, TimedOutError } from "@/lib/outbound/errors";
import { addressProblem } from "@/lib/outbound/guard";
import { guardedBeginning, type ResponseHead } from "@/lib/outbound/guarded";

/**
 * Bytes in which a picture says how large it is, the profile of its colours and a thumbnail before
 * that included.
 */
const headBytes = 262_144;
/**
 * Where the server does not say how many there are, as many are counted: the least that a platform
 * takes at most, and one more.
 */
const countedBytes = 1_048_577;
const mostRedirects = 4;
const timeoutMs = 5_000;

const headers = {
  accept: "image/*,*/*;q=0.5",
  // What is compressed is as long as its sender likes.
  "accept-encoding": "identity",
  "user-agent": "Clarion (image check)",
};

/**
 * Looks at the picture at an address as a phone would fetch it: through the guard of outgoing
 * calls, following redirects, in at most five seconds in all. Reads the head of its bytes, and
 * stores none.
 *
 * @param withinMs given by tests alone
 */
export async function lookAt(address: string, withinMs = timeoutMs): Promise<ImageLook> {
  const signal = AbortSignal.timeout(withinMs);
  let url = address;
  try {
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const beginning = await guardedBeginning(url, { headers, signal, most: bytesWorthReading });
      const next =
        beginning.status >= 300 && beginning.status < 400
          ? nextOf(url, beginning.headers["location"])
          : undefined;
      if (next === undefined) return lookOf(url, beginning);
      url = next;
    }
    return { kind: "redirects", url };
  } catch (error) {
    return { kind: "unreached", url, why: signal.aborted ? "slow" : whyOf(error, url) };
  }
}

function bytesWorthReading(headers: Readonly<Record<string, string>>): number {
  return lengthOf(headers) === undefined ? countedBytes : headBytes;
}

function lengthOf(headers: Readonly<Record<string, string>>): number | undefined {
  const length = headers["content-length"];
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

function nextOf(url: string, location: string | undefined): string | undefined {
  if (location === undefined) return undefined;
  return parseHttpUrl(parseUrl(location, url)?.href ?? "")?.href;
}

function lookOf(url: string, { status, headers, bytes, whole }: ResponseHead): ImageLook {
  if (status !== 200) return { kind: "refused", url, status };
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    return { kind: "compressed", url, encoding: nameIn(encoding) };
  const contentType = nameIn(headers["content-type"] ?? "");
  const header = readImageHeader(bytes);
  if (!header) return { kind: "other", url, contentType };
  const length = whole ? bytes.length : lengthOf(headers);
  return { kind: "image", url, ...header, bytes: length, atLeast: bytes.length, contentType };
}

/** A header's value as far as it is a name: the answer of an untrusted server is shown to users. */
function nameIn(value: string): string {
  return /^[\w!#$&^.+/-]{1,80}/.exec(value.trim())?.[0].toLowerCase() ?? "";
}

function whyOf(error: unknown, url: string): Extract<ImageLook, { kind: "unreached" }>["why"] {
  const message = error instanceof Error ? error.message : "";
  if (error instanceof ForbiddenAddressError) {
    if (!/private address|this machine/.test(message)) return "forbidden";
    // A name with a private address gets the answer of a name that does not exist, so that internal
    // names are not disclosed.
    return addressProblem(url) === undefined ? "host" : "private";
  }
  if (error instanceof TimedOutError) return "slow";
  if (!(error instanceof NotSentError)) return "broken";
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) return "host";
  return /CERT|SIGNATURE/.test(message) ? "certificate" : "broken";
}
