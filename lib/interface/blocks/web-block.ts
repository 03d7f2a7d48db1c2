import { z } from "zod";
import { webKinds, type WebKind } from "../device-kinds";
import { ruleIssue, wordIssue } from "../issue";
import { WEB_TIME_TO_LIVE, WEB_TIME_TO_LIVE_ACCEPTED } from "../limits";
import { members, optionalText, optionalWholeNumber, present, text } from "../scalars";
import { customTags } from "./customtags";

function platformTypes(meta: { description: string; deprecated?: boolean }) {
  return z
    .array(text(), { error: wordIssue })
    .transform((values, ctx): WebKind[] | undefined => {
      const kinds = new Set<WebKind>();
      values.forEach((value, index) => {
        const kind = webKinds.find((webKind) => webKind === value.toLowerCase());
        if (kind === undefined)
          ctx.addIssue(ruleIssue("web.platform_types.value", { value }, [index]));
        else kinds.add(kind);
      });
      // Returned, or the block would report the types as missing as well.
      if (values.length > 0 && kinds.size === 0) return values as never;
      return kinds.size === 0 ? undefined : [...kinds];
    })
    .meta({ ...meta, items: { type: "string", enum: [...webKinds] } })
    .optional();
}

export const webExtrasMembers = members({
  collapse_key: optionalText({
    description:
      "Of several waiting messages with the same key only the latest is delivered. Not for safari.",
  }),
  time_to_live: optionalWholeNumber({
    rule: "time_to_live.value",
    max: WEB_TIME_TO_LIVE_ACCEPTED,
    clampTo: WEB_TIME_TO_LIVE,
    unit: "seconds",
    description:
      "Seconds the provider keeps trying; 0 means now or never. More than 2,419,200 is sent as 2,419,200.",
  }),
  customtags: customTags("web"),
});

export const webMembers = members({
  platform_types: platformTypes({
    description: "Browser kinds to target, in any case. Required, if no template brings them.",
  }),
  platorm_types: platformTypes({
    description: "A misspelling of platform_types, published for years.",
    deprecated: true,
  }),
  text: optionalText({ description: "Notification body. Required, if no template brings it." }),
  title: optionalText({ description: "Heading." }),
  url: optionalText({ description: "Page opened by a click." }),
  actiontext: optionalText({ description: "Label of the button; safari only." }),
  extras: webExtrasMembers.transform(present).meta({ description: "Options of web." }).optional(),
});

/** `channels.push.web` (interface 2.8). */
export const webBlock = webMembers
  .transform(({ platorm_types: misspelt, platform_types: spelt, ...rest }) =>
    present({ platform_types: spelt ?? misspelt, ...rest }),
  )
  .meta({ description: "Content for browsers." });
