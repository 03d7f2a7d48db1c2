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
import { membersOf, type Members } from "./judge-blocks";

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
  found: Problem[],
): void {
  const value = holder?.[name];
  // Most are plain, and parsed once already where they are judged.
  if (!filled(value) || (/^https?:\/\//.test(value) && !hasStraySpace(value))) return;
  if (!isLink(value) || (kind === "page" && dangerousScheme(value) !== undefined)) return;
  const tell = (rule: RuleId) =>
    found.push(problem(rule, `${pointer}/${name}`, { name, scheme: `${schemeOf(value)}:` }));
  if (hasStraySpace(value)) tell("url.spaces");
  if (!isAbsoluteUrl(value)) tell("url.relative");
  else if (localScheme(value) !== undefined) tell("url.local");
  else if (kind === "picture" && !isPictureUrl(value)) tell("url.picture");
}

function linkOf(holder: Members, pointer: string, found: Problem[]): void {
  const written = holder["action"];
  const action =
    typeof written === "string" && Object.hasOwn(actionAliases, written)
      ? actionAliases[written]
      : written;
  if (action === "OPEN_URL" || action === "OPENWEBVIEW")
    lintUrl("page", holder, "value", pointer, found);
}

function lintPlatform(
  platform: "android" | "ios" | "web",
  blocks: Members,
  pointer: string,
  found: Problem[],
): void {
  const block = membersOf(blocks[platform]);
  if (!block) return;
  const extras = membersOf(block["extras"]);
  const at = `${pointer}/${platform}/extras`;
  if (filled(extras?.["collapse_key"]) && !/^[A-Za-z\d]+$/.test(extras["collapse_key"]))
    found.push(problem("collapse_key.alphanumeric", `${at}/collapse_key`));
  if (platform === "web") {
    if (!filled(block["title"])) found.push(problem("web.title.missing", `${pointer}/web/title`));
    if (!filled(block["actiontext"]))
      found.push(problem("web.actiontext.missing", `${pointer}/web/actiontext`));
    lintUrl("page", block, "url", `${pointer}/web`, found);
    return;
  }
  lintUrl("picture", extras, platform === "ios" ? "attachmenturl" : "iconurl", at, found);
  if (platform === "android")
    lintUrl("picture", membersOf(extras?.["customtags"]), "imageurl", `${at}/customtags`, found);
  const action = membersOf(extras?.["notificationaction"]);
  if (action) linkOf(action, `${at}/notificationaction`, found);
}

function lintButtons(interactive: Members, pointer: string, found: Problem[]): void {
  const { category, actions } = interactive;
  if (!Array.isArray(actions)) return;
  const named = typeof category === "string" && isCategory(category) ? category : undefined;
  const identifiers = named === undefined ? [] : identifiersOf(named);
  actions.forEach((button: unknown, index) => {
    const holder = membersOf(button);
    if (!holder) return;
    const at = `${pointer}/actions/${index}`;
    linkOf(holder, at, found);
    const { identifier, pos, action } = holder;
    const [only] = identifiers;
    if (
      identifiers.length === 1 &&
      only !== undefined &&
      filled(identifier) &&
      identifier !== only
    ) {
      found.push(
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
      found.push(problem("interactive.second.dismiss", `${at}/action`));
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
  const found: Problem[] = [];
  for (const platform of ["android", "ios", "web"] as const)
    lintPlatform(platform, blocks, pointer, found);
  const interactive = membersOf(blocks["interactive"]);
  if (!interactive) return found;
  const types = interactive["device_types"];
  if (Array.isArray(types)) {
    types.forEach((value: unknown, index) => {
      const type = typeof value === "string" ? value.toLowerCase() : "";
      if ((type === "android" || type === "ios") && blocks[type] === undefined) {
        found.push(
          problem(
            "interactive.device_types.block",
            `${pointer}/interactive/device_types/${index}`,
            { value: type },
          ),
        );
      }
    });
  }
  lintButtons(interactive, `${pointer}/interactive`, found);
  return found;
}
