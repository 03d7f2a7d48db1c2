import { destinationKeys, platforms } from "@/lib/interface/device-kinds";
import { parseJson } from "@/lib/interface/exact-json";
import { jsonProblem, jsonSentence } from "@/lib/interface/json";
import { faultSentence, jsonFault } from "@/lib/interface/json-fault";
import type { PushRequestInput } from "@/lib/interface/request";
import { isObject } from "@/lib/interface/value-shape";
import { sharedParts, valueIn, type SharedText } from "./shared-text";

/**
 * What an imported request says on most platforms: that becomes what is written for all, so that
 * the others are the exceptions.
 */
export function sharedOf(request: PushRequestInput): SharedText {
  const blocks = request.channels?.push;
  const of = (part: keyof SharedText): string => {
    const values = platforms
      .map((platform) => valueIn(blocks, platform, part))
      .filter((value) => value !== "");
    const count = (value: string) => values.filter((other) => other === value).length;
    return values.toSorted((one, other) => count(other) - count(one))[0] ?? "";
  };
  const [title, text, image] = sharedParts.map(of);
  return { title: title ?? "", text: text ?? "", image: image ?? "" };
}

/**
 * A request read from JSON that the form can hold, or why not. Unknown members stay where they are.
 */
export function readRequest(text: string): { ok: true; request: PushRequestInput } | NotRead {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return brokenJson(text);
  }
  if (!isObject(value))
    return { ok: false, message: "A request is an object: it begins with { and ends with }." };
  const wrong = jsonProblem(text);
  // The field of a character that cannot be sent reports it.
  if (wrong && wrong.rule !== "text.characters") return { ok: false, message: jsonSentence(wrong) };
  const { appid, destination, message, channels } = value;
  if (appid !== undefined && typeof appid !== "string")
    return { ok: false, message: "appid must be a string." };
  if (destination !== undefined && !(Array.isArray(destination) && destination.every(isObject)))
    return {
      ok: false,
      message: 'destination must be an array of objects, such as [{"userid": ["maya"]}].',
    };
  for (const [index, entry] of ((destination ?? []) as Record<string, unknown>[]).entries())
    for (const key of destinationKeys) {
      const ids = entry[key];
      if (ids !== undefined && !(Array.isArray(ids) && ids.every((id) => typeof id === "string")))
        return { ok: false, message: `destination[${index}].${key} must be an array of strings.` };
    }
  if (message !== undefined && !isObject(message))
    return { ok: false, message: "message must be an object." };
  if (channels !== undefined && !isObject(channels))
    return { ok: false, message: "channels must be an object." };
  const fault = blocksFault(channels?.["push"], "channels.push");
  if (fault !== undefined) return { ok: false, message: fault };
  return {
    ok: true,
    request: {
      deliverychannel: "push",
      appid: "",
      ...value,
      destination: destination ?? [{ userid: [] }],
    } as unknown as PushRequestInput,
  };
}

/**
 * Why the form cannot hold these blocks; undefined when it can. `name`: what they are called there.
 */
export function blocksFault(push: unknown, name: string): string | undefined {
  if (push !== undefined && !isObject(push)) return `${name} must be an object.`;
  for (const [block, members] of Object.entries(push ?? {})) {
    if (!isObject(members)) return `${name}.${block} must be an object.`;
    const { extras } = members;
    if (extras !== undefined && !isObject(extras))
      return `${name}.${block}.extras must be an object.`;
  }
  return undefined;
}

/** Why a text is nothing that a form could hold; `line`, from 1, where it is no JSON. */
export interface NotRead {
  ok: false;
  message: string;
  line?: number;
}

/** Why a text is no JSON yet, and where. */
export function brokenJson(text: string): NotRead {
  const fault = jsonFault(text);
  if (!fault) return { ok: false, message: "This isn’t valid JSON yet." };
  return {
    ok: false,
    message: `This isn’t valid JSON yet. ${faultSentence(fault)}`,
    line: fault.line,
  };
}
