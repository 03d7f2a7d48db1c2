import { checkPushBlocks } from "./blocks/check-blocks";
import { lintBlocks } from "./blocks/lint-blocks";
import type { Category } from "./categories";
import { platformOf, type DeviceKind, type MobilePlatform, type WebKind } from "./device-kinds";
import { ruleIssue, ruleOfIssue } from "./issue";
import { pointerOf } from "./pointer";
import { problem, type Problem } from "./problem";
import { pushBlocksSchema, type PushBlocks, type PushRequest } from "./request";

type AndroidPart = NonNullable<PushBlocks["android"]>;
type IosPart = NonNullable<PushBlocks["ios"]>;
type WebPart = NonNullable<PushBlocks["web"]>;
type InteractivePart = NonNullable<PushBlocks["interactive"]>;
type ButtonPart = NonNullable<InteractivePart["actions"]>[number];

/** Complete android content (interface 4 rule 2). */
export type AndroidBlock = AndroidPart & { text: string };
/** Complete ios content (interface 4 rule 2). */
export type IosBlock = IosPart & { text: string };
/** Complete web content (interface 4 rules 2 and 3). */
export type WebBlock = WebPart & { text: string; platform_types: WebKind[] };
/** A button with its identifier, written or derived (contract 5). */
export type InteractiveAction = ButtonPart & { identifier: string };
/** Complete buttons (interface 4 rule 4). */
export type InteractiveBlock = Omit<InteractivePart, "category" | "device_types" | "actions"> & {
  category: Category;
  device_types: MobilePlatform[];
  actions: InteractiveAction[];
};
export type NotificationAction = NonNullable<
  NonNullable<AndroidPart["extras"]>["notificationaction"]
>;
export type { JsonValue } from "./scalars";

/** The blocks of a message that may be sent: every block that is there is complete. */
export interface EffectiveBlocks {
  android?: AndroidBlock;
  ios?: IosBlock;
  web?: WebBlock;
  interactive?: InteractiveBlock;
}

declare const checked: unique symbol;

/**
 * A request with its template applied and rules 1 to 4 checked: the only kind that can be sent.
 * Only {@link checkEffective} creates it.
 */
export type EffectiveRequest = Omit<PushRequest, "channels"> & {
  channels: { push: EffectiveBlocks };
  readonly [checked]: true;
};

export type EffectiveResult =
  | { ok: true; effective: EffectiveRequest; warnings: Problem[] }
  | { ok: false; problems: Problem[]; warnings: Problem[] };

/** Whether a message says something to devices of a kind. */
export function hasContentFor(
  { channels }: Pick<EffectiveRequest, "channels">,
  kind: DeviceKind,
): boolean {
  const block = channels.push[platformOf(kind)];
  if (!block) return false;
  return !("platform_types" in block) || block.platform_types.includes(kind as WebKind);
}

/**
 * Checks rules 1 to 4 of interface 4, and every rule on the blocks, on the effective message
 * (contract 6). `blocks` are the template's overridden by the request's, placeholders replaced, in
 * any form a caller may write; left out, the request's own. Pointers are those of a request that
 * had written it all. `warn: false` leaves out the warnings, for a request without a template:
 * `parseRequest` has reported them.
 */
export function checkEffective(
  request: PushRequest,
  blocks?: unknown,
  { warn = true } = {},
): EffectiveResult {
  const problems: Problem[] = [];
  const path = ["channels", "push"];
  // The request's own blocks have passed the schema; those that a template has filled have not.
  const own = request.channels?.push ?? {};
  const parsed =
    blocks === undefined
      ? { success: true as const, data: own }
      : pushBlocksSchema.safeParse(blocks, { reportInput: true });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const { rule } = ruleOfIssue(issue);
      problems.push({
        ...problem(rule, pointerOf([...path, ...issue.path])),
        message: issue.message,
      });
    }
  }
  checkPushBlocks(parsed.success ? parsed.data : blocks, (rule, at, words) => {
    const issue = ruleIssue(rule, words, [...path, ...at]);
    problems.push({ ...problem(rule, pointerOf(issue.path)), message: issue.message });
  });
  const warnings = warn ? lintBlocks(blocks ?? own, pointerOf(path)) : [];
  if (problems.length > 0 || !parsed.success) return { ok: false, problems, warnings };
  return {
    ok: true,
    effective: { ...request, channels: { push: parsed.data } } as unknown as EffectiveRequest,
    warnings,
  };
}
