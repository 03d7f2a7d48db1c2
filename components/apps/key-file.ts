import { memberInText, unescapedKeyText } from "@/lib/describe/key-text";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { jsonSentence, readJsonText } from "@/lib/interface/json";
import { faultSentence, jsonFault } from "@/lib/interface/json-fault";

/** What a file that a provider hands out fills in of a credential, or why it is of no use. */
export type KeyFile = { members: Record<string, string> } | { wrong: string };

/** Bytes of a key file at most. */
export const mostKeyFileBytes = 20_000;

/** How a provider's key file is asked for; undefined for those that hand out none. */
export const keyFiles: Partial<
  Record<ProviderKind, { label: string; hint: string; accept: string }>
> = {
  fcm: {
    label: "Choose the key file",
    hint: "The JSON file of a service account. You can paste its content as well.",
    accept: ".json,application/json",
  },
  apns: {
    label: "Choose the key file",
    hint: "AuthKey_….p8, as downloaded from Apple.",
    accept: ".p8,.pem,text/plain",
  },
};

/** Reads a key file; what is in it is checked with the form. */
export function readKeyFile(provider: ProviderKind, name: string, text: string): KeyFile {
  return provider === "apns" ? readAppleKey(name, text) : readServiceAccount(text);
}

/**
 * The members of a service account's key file, where a text is one, also in quotes or with escaped
 * line breaks; undefined for any other text.
 */
export function pastedServiceAccount(text: string): Record<string, string> | undefined {
  const read = readServiceAccount(text);
  return "members" in read ? read.members : undefined;
}

function readServiceAccount(rawText: string): KeyFile {
  const text = unescapedKeyText(rawText);
  const body = readJsonText(text);
  const [wrong] = body.problems;
  if (wrong?.rule === "json.duplicate") return { wrong: jsonSentence(wrong) };
  if (!text.startsWith("{")) {
    const fault = jsonFault(text);
    const place = fault?.actual ? ` ${faultSentence(fault)}` : "";
    return { wrong: `This is not a service account key file: it isn’t JSON.${place}` };
  }
  if (/["']project_info["']/.test(text))
    return {
      wrong:
        "This is google-services.json, which belongs in the app. Choose the key file from Project settings, Service accounts.",
    };
  if (
    memberInText(text, "type") !== "service_account" ||
    memberInText(text, "private_key") === undefined
  )
    return {
      wrong:
        "This is not the key file of a service account. Generate one under Project settings, Service accounts.",
    };
  const named = {
    project_id: "projectId",
    client_email: "clientEmail",
    private_key: "privateKey",
    token_uri: "tokenUri",
  };
  return {
    members: Object.fromEntries(
      Object.entries(named).flatMap(([from, to]) => {
        const value = memberInText(text, from);
        return value === undefined ? [] : [[to, value]];
      }),
    ),
  };
}

function readAppleKey(name: string, text: string): KeyFile {
  if (/\.(p12|pfx|cer)$/i.test(name))
    return {
      wrong:
        "This is a certificate. Choose Certificate (.p12) above to sign in with it, or choose the .p8 file of a key here.",
    };
  if (!text.includes("PRIVATE KEY") && !isBase64(text))
    return { wrong: "There is no private key in this file. Choose the .p8 file from Apple." };
  const keyId = /AuthKey_([A-Z0-9]{10})\b/.exec(name)?.[1];
  return { members: { privateKey: text, ...(keyId !== undefined && { keyId }) } };
}

/** Whether a file may be a key that lost its first and last line. */
function isBase64(text: string): boolean {
  return /^[\s\ufeffA-Za-z0-9+/=_-]{100,}$/.test(text);
}
