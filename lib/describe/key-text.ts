/** Why a text is no key that can be used, in words for its field; they never repeat the text. */
export class KeyError extends Error {}

export const keyIsUnreadable =
  "this private key cannot be read: copy all of it, from its first line to its last";
export const keyIsCutOff =
  "this private key is incomplete. Copy all of it, from its first line to its last";
export const keyIsEncrypted =
  "this private key is protected by a password: remove the password first, or download the key again";

/** A key out of its text: what its first line calls it, if it has one, and its bytes. */
export interface KeyBytes {
  label: string | undefined;
  bytes: Uint8Array;
}

/**
 * A text as it was before it was copied out of JSON, a `.env` file or a shell: without quotes
 * around it, with line breaks where `\n` was written, however often they were escaped. No key holds
 * a backslash of its own.
 */
export function unescapedKeyText(text: string): string {
  return text
    .replace(/\\+/g, "\\")
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
    .replace(/\\r\\n|\\[nr]/g, "\n")
    .replace(/\\t/g, " ")
    .replace(/[\\\u200b\u2060\ufeff]/g, "")
    .trim()
    .replace(/^["'`“”‘’]{1,4}|["'`“”‘’]{1,4}[,;]?$/g, "")
    .trimStart();
}

/**
 * A member of a JSON object in a text that {@link unescapedKeyText} gave, which may be no proper
 * JSON any more; its value holds no quotes.
 */
export function memberInText(text: string, name: string): string | undefined {
  return new RegExp(`(?:^|[\\s{,"'])${name}["']?\\s*[:=]\\s*["']([^"']*)(?:["']|$)`).exec(
    text,
  )?.[1];
}

/**
 * The bytes of a key in PEM (RFC 7468), with its lines broken in any way, or in base64 or base64url
 * without a first and last line; also out of the JSON file of a service account. Throws {@link
 * KeyError}.
 */
export function readKeyBytes(text: string): KeyBytes {
  const plain = unescapedKeyText(text);
  const pem =
    memberInText(plain, "private_key") ??
    plain.replace(/^(export )?\w*private_?key["']?\s*[:=]\s*["'|>]?/i, "");
  if (pem.startsWith("{"))
    throw new KeyError("this JSON has no `private_key`. Choose the key file of a service account");
  const blocks = blocksIn(pem);
  const { label, body } = blocks.find((one) => one.label?.endsWith("PRIVATE KEY")) ??
    blocks[0] ?? { label: undefined, body: "" };
  if (label?.startsWith("ENCRYPTED") || /\bENCRYPTED\b/.test(body))
    throw new KeyError(keyIsEncrypted);
  if (label?.startsWith("OPENSSH"))
    throw new KeyError("this private key cannot be read: it is a key for SSH");
  const bytes = base64Bytes(body);
  if (!bytes || bytes.length === 0) throw new KeyError(keyIsUnreadable);
  const inner = bytes[0] === 0x7b || bytes[0] === 0x2d ? new TextDecoder().decode(bytes) : "";
  return /^(\{\s*"|-----BEGIN)/.test(inner) && label === undefined
    ? readKeyBytes(inner)
    : { label, bytes };
}

/** Word processors make longer dashes of those around a line. */
const endLine = /[-–—]{2,6} ?(BEGIN|END) ([A-Z0-9 ]{1,40}?)[-–—]{2,6}/g;

/**
 * What stands between first and last lines; where one of them or both are missing, what stands
 * before, behind, or all of it.
 */
function blocksIn(pem: string): { label: string | undefined; body: string }[] {
  const ends = Array.from(pem.matchAll(endLine), ({ 0: line, 1: side, 2: label, index }) => ({
    side,
    label,
    from: index,
    to: index + line.length,
  }));
  const [first] = ends;
  if (!first) return [{ label: undefined, body: pem }];
  const begun = ends.flatMap(({ side, label, to }, n) =>
    side === "BEGIN" ? [{ label, body: pem.slice(to, ends[n + 1]?.from) }] : [],
  );
  return first.side === "END"
    ? [{ label: first.label, body: pem.slice(0, first.from) }, ...begun]
    : begun;
}

/**
 * Bytes in base64 or base64url, padded or not, with any white space between; undefined for anything
 * else.
 */
export function base64Bytes(text: string): Uint8Array | undefined {
  const digits = text
    .replace(/\s/g, "")
    .replace(/=+$/, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
}

/** Bytes in PEM (RFC 7468). */
export function pemOf(label: "CERTIFICATE" | "PRIVATE KEY", bytes: Uint8Array): string {
  const lines = toBase64(bytes).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join("\n");
}

/** Bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
