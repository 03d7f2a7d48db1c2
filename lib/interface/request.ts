import { z } from "zod";
import { androidBlock } from "./blocks/android-block";
import { checkPushBlocks, membersOf } from "./blocks/check-blocks";
import { interactiveBlock } from "./blocks/interactive-block";
import { iosBlock } from "./blocks/ios-block";
import { webBlock } from "./blocks/web-block";
import { destination } from "./destination";
import { expiry } from "./expiry";
import { ruleIssue, wordIssue, type Report } from "./issue";
import { BODY_BYTES, CORRELATIONID_BYTES, NESTING, PAYLOAD_BYTES } from "./limits";
import { always, members, optionalBytes, optionalText, present, text } from "./scalars";
import { hasUserInfo, isNotifyUrl } from "./url";

export const blocksMembers = members({
  android: androidBlock.optional(),
  ios: iosBlock.optional(),
  web: webBlock.optional(),
  interactive: interactiveBlock.optional(),
});

/**
 * `channels.push`, as far as it is written: blocks may be partial, since a template may bring the
 * rest.
 */
export const pushBlocksSchema = blocksMembers.transform(present).meta({
  description: "Content by platform. At least one of android, ios, web, if no template brings it.",
});
export type PushBlocksInput = z.input<typeof pushBlocksSchema>;
export type PushBlocks = z.output<typeof pushBlocksSchema>;

const channels = z
  .looseObject({ push: pushBlocksSchema.optional() }, { error: wordIssue })
  .check(
    always((value, ctx) => {
      for (const name of Object.keys(membersOf(value) ?? {})) {
        if (name !== "push") ctx.issues.push(ruleIssue("channels.unknown", { name }, [name]));
      }
    }),
  )
  .transform(({ push }) => present({ push }))
  .meta({ description: "Contains exactly the push object.", additionalProperties: false });

const parameters = z
  .preprocess(
    (pairs: Record<string, string>, ctx) => {
      if (membersOf(pairs) && Object.hasOwn(pairs, "__proto__"))
        ctx.addIssue(ruleIssue("message.parameter.name", { name: "__proto__" }, ["__proto__"]));
      return pairs;
    },
    z.record(z.string(), text(), { error: wordIssue }),
  )
  .meta({ description: "Values by parameter name; the names are those of the template." });

export const messageMembers = members({
  template: text()
    .transform((value, ctx) => {
      if (value === "") ctx.addIssue(ruleIssue("message.template.required"));
      return value;
    })
    .meta({
      description:
        "Identifier of a template of the service, or `identifier@version` for one of its versions.",
      minLength: 1,
    }),
  parameters: parameters.optional(),
});

export const requestMembers = members({
  deliverychannel: text()
    .transform((value, ctx) => {
      if (value === "") ctx.addIssue(ruleIssue("deliverychannel.required"));
      else if (value.toLowerCase() !== "push")
        ctx.addIssue(ruleIssue("deliverychannel.value", { value }));
      return "push" as const;
    })
    .meta({ description: "Must be `push`, in any case.", examples: ["push"] }),
  appid: text()
    .transform((value, ctx) => {
      if (value === "") ctx.addIssue(ruleIssue("appid.required"));
      return value;
    })
    .meta({
      description: "Identifier of the mobile or web asset configured in the service.",
      minLength: 1,
    }),
  destination,
  channels: channels.optional(),
  message: messageMembers
    .transform(present)
    .meta({ description: "Refers to a template." })
    .optional(),
  expiry,
  correlationid: optionalBytes(
    "correlationid.bytes",
    CORRELATIONID_BYTES,
    "Caller-chosen identifier; comes back in delivery updates.",
  ),
  callbackData: optionalText({ description: "Caller metadata sent along with delivery updates." }),
  notifyurl: text()
    .transform((value, ctx) => {
      if (value !== "" && !isNotifyUrl(value)) ctx.addIssue(ruleIssue("notifyurl.format"));
      else if (hasUserInfo(value)) ctx.addIssue(ruleIssue("notifyurl.userinfo"));
      return value === "" ? undefined : value;
    })
    .meta({
      description: "URL that receives delivery updates; wins over the service's.",
      format: "uri",
    })
    .optional(),
  notifyurlAuthId: optionalText({ description: "Authentication to use for the notify URL." }),
});

/** Whether a body names a template, so that its blocks may be partial. */
export function namesTemplate(body: unknown): boolean {
  const template = membersOf(membersOf(body)?.["message"])?.["template"];
  return typeof template === "string" && template !== "";
}

function checkWhole(body: unknown, report: Report): void {
  const top = membersOf(body);
  if (!top || namesTemplate(top)) return;
  if (top["channels"] === undefined) report("channels.required", ["channels"]);
  const holder = membersOf(top["channels"]);
  if (holder && holder["push"] === undefined) report("push.required", ["channels", "push"]);
  checkPushBlocks(holder?.["push"], (rule, path, words) =>
    report(rule, ["channels", "push", ...path], words),
  );
}

/**
 * The request of `POST /resources/v1/messaging`, described once (interface 2, contract 4 to 6).
 * Reads what a caller may write and yields the normalised request: numbers as numbers, empty
 * strings gone, `expiry` in UTC, each identifier once; parsing that again changes nothing. Every
 * issue carries its rule (`ruleOfIssue`). Needs no time and no setting: whether `expiry` has passed
 * and whether http is allowed is judged by `parseRequest`.
 */
export const pushRequestSchema = requestMembers
  .check(
    always((body, ctx) =>
      checkWhole(body, (rule, path, words) => ctx.issues.push(ruleIssue(rule, words, path))),
    ),
  )
  .transform(present)
  .meta({
    description: "A push message.",
    maxBytes: PAYLOAD_BYTES,
    maxBytesWithDestination: BODY_BYTES,
    maxNesting: NESTING,
    // A preprocessed member counts as optional in the JSON schema; destination is not.
    required: ["deliverychannel", "appid", "destination"],
  });

/** What a caller may write, and what the composer's form edits. */
export type PushRequestInput = z.input<typeof pushRequestSchema>;
/**
 * What every later room sees: parsed and normalised; blocks may be partial when `message` names a
 * template.
 */
export type PushRequest = z.output<typeof pushRequestSchema>;
