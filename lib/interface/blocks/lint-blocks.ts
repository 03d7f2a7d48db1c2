import { identifiersOf, isCategory, secondDismisses } from "../categories";
import { actionAliases } from "../notification-action";
import { problem, type Problem } from "../problem";
import type { RuleId } from "../rules";
import { readInteger } from "../scalars";
import {
  dangerousScheme,
  hasStraySpace,
  isAbsoluteUrl,
  isLink,
  isPictureUrl,
  localScheme,
  schemeOf,
} from "../url";
import { membersOf, type Members } from "./check-blocks";

function filled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/**
 * What is odd about a URL that is accepted: a page to open, or a picture, which the device fetches
 * itself.
 */
function lintUrl(
  kind: "page" | "picture",
  holder: Members | undefined,
  name: string,
  pointer: string,
  warnings: Problem[],
): void {
  const value = holder?.[name];
  // Most are plain, and parsed once already where they are judged.
  if (!filled(value) || (/^https?:\/\//.test(value) && !hasStraySpace(value))) return;
  if (!isLink(value) || (kind === "page" && dangerousScheme(value) !== undefined)) return;
  const warn = (rule: RuleId) =>
    warnings.push(problem(rule, `${pointer}/${name}`, { name, scheme: `${schemeOf(value)}:` }));
  if (hasStraySpace(value)) warn("url.spaces");
  if (!isAbsoluteUrl(value)) warn("url.relative");
  else if (localScheme(value) !== undefined) warn("url.local");
  else if (kind === "picture" && !isPictureUrl(value)) warn("url.picture");
}

function linkOf(holder: Members, pointer: string, warnings: Problem[]): void {
  const actionText = holder["action"];
  const action =
    typeof actionText === "string" && Object.hasOwn(actionAliases, actionText)
      ? actionAliases[actionText]
      : actionText;
  if (action === "OPEN_URL" || action === "OPENWEBVIEW")
    lintUrl("page", holder, "value", pointer, warnings);
}

function lintPlatform(
  platform: "android" | "ios" | "web",
  blocks: Members,
  pointer: string,
  warnings: Problem[],
): void {
  const block = membersOf(blocks[platform]);
  if (!block) return;
  const extras = membersOf(block["extras"]);
  const at = `${pointer}/${platform}/extras`;
  if (filled(extras?.["collapse_key"]) && !/^[A-Za-z\d]+$/.test(extras["collapse_key"]))
    warnings.push(problem("collapse_key.alphanumeric", `${at}/collapse_key`));
  if (platform === "web") {
    if (!filled(block["title"]))
      warnings.push(problem("web.title.missing", `${pointer}/web/title`));
    if (!filled(block["actiontext"]))
      warnings.push(problem("web.actiontext.missing", `${pointer}/web/actiontext`));
    lintUrl("page", block, "url", `${pointer}/web`, warnings);
    return;
  }
  lintUrl("picture", extras, platform === "ios" ? "attachmenturl" : "iconurl", at, warnings);
  if (platform === "android")
    lintUrl("picture", membersOf(extras?.["customtags"]), "imageurl", `${at}/customtags`, warnings);
  const action = membersOf(extras?.["notificationaction"]);
  if (action) linkOf(action, `${at}/notificationaction`, warnings);
}

function lintButtons(interactive: Members, pointer: string, warnings: Problem[]): void {
  const { category, actions } = interactive;
  if (!Array.isArray(actions)) return;
  const named = typeof category === "string" && isCategory(category) ? category : undefined;
  const identifiers = named === undefined ? [] : identifiersOf(named);
  actions.forEach((button: unknown, index) => {
    const holder = membersOf(button);
    if (!holder) return;
    const at = `${pointer}/actions/${index}`;
    linkOf(holder, at, warnings);
    const { identifier, pos, action } = holder;
    const [only] = identifiers;
    if (
      identifiers.length === 1 &&
      only !== undefined &&
      filled(identifier) &&
      identifier !== only
    ) {
      warnings.push(
        problem("interactive.identifier.other", `${at}/identifier`, {
          value: identifier,
          expected: only,
        }),
      );
    }
    const second = (typeof pos === "string" || typeof pos === "number") && readInteger(pos) === 2;
    if (
      named !== undefined &&
      second &&
      secondDismisses(named) &&
      filled(action) &&
      action !== "DISMISS"
    ) {
      warnings.push(problem("interactive.second.dismiss", `${at}/action`));
    }
  });
}

/**
 * What is odd about whole blocks, in any form that a caller may write (contract 4 and 5). Never
 * refused.
 */
export function lintBlocks(push: unknown, pointer: string): Problem[] {
  const blocks = membersOf(push);
  if (!blocks) return [];
  const warnings: Problem[] = [];
  for (const platform of ["android", "ios", "web"] as const)
    lintPlatform(platform, blocks, pointer, warnings);
  const interactive = membersOf(blocks["interactive"]);
  if (!interactive) return warnings;
  const types = interactive["device_types"];
  if (Array.isArray(types)) {
    types.forEach((value: unknown, index) => {
      const type = typeof value === "string" ? value.toLowerCase() : "";
      if ((type === "android" || type === "ios") && blocks[type] === undefined) {
        warnings.push(
          problem(
            "interactive.device_types.block",
            `${pointer}/interactive/device_types/${index}`,
            { value: type },
          ),
        );
      }
    });
  }
  lintButtons(interactive, `${pointer}/interactive`, warnings);
  return warnings;
}
