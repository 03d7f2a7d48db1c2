import { ANDROID_TIME_TO_LIVE } from "@/lib/interface/limits";
import { utf8Bytes } from "@/lib/interface/text";
import { asText, dataObject, tagsUnder } from "@/lib/payload/data";
import { secondsLeft } from "@/lib/payload/lifetime";
import type { IgnoredField } from "@/lib/payload/provider-request";
import type { BuildPayload } from "@/lib/providers/provider-payload";
import { doveFacts } from "./facts";

export const buildDove: BuildPayload = ({ android }, _, facts) => {
  if (!android) return undefined;
  const { text, extras } = android;
  const ignored: IgnoredField[] = [];
  const tags = tagsUnder(extras?.customtags, doveFacts.tags, "android", ignored).map(
    ([name, value]) => [name, asText(value)] as const,
  );
  const body = JSON.stringify(dataObject([["text", text], ...tags]));
  return {
    headers: { "content-type": "application/json" },
    body,
    bytes: utf8Bytes(body),
    ttlSeconds: secondsLeft(facts, extras?.time_to_live, ANDROID_TIME_TO_LIVE),
    ignored,
  };
};
