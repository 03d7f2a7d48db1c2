import { digitsOf } from "../exact-json";
import type { Report } from "../issue";
import { needsValue } from "../notification-action";
import { dangerousScheme, isLink } from "../url";

/** An object of JSON as it was written. */
export type Members = Readonly<Record<string, unknown>>;

/** A JSON object's members, or `undefined` for anything else. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** Whether a member is not there, an empty string or array counting as absent (contract 4). */
function absent(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function checkAction(holder: Members, path: readonly (string | number)[], report: Report): void {
  const { action, value } = holder;
  if (typeof action !== "string" || action === "") return;
  if (absent(value)) {
    if (needsValue(action)) report("action.value.required", [...path, "value"], { action });
    return;
  }
  if (typeof value !== "string") return;
  const opens = action === "OPEN_URL" || action === "OPENWEBVIEW";
  if (!opens && action !== "DEEPLINK") return;
  const scheme = dangerousScheme(value);
  if (scheme !== undefined)
    report("action.value.scheme", [...path, "value"], { scheme: `${scheme}:`, action });
  else if (opens && !isLink(value)) report("action.value.url", [...path, "value"], { action });
}

/** A member that names a page or a picture. */
function checkLink(
  holder: Members | undefined,
  name: string,
  path: readonly (string | number)[],
  report: Report,
): void {
  const value = holder?.[name];
  if (typeof value === "string" && value !== "" && digitsOf(value) === undefined && !isLink(value))
    report("url.format", [...path, name], { name });
}

/**
 * Rules 1 to 4 of interface 4, and those of contract 4 and 5 that hold for a whole message only:
 * what a template may still bring is judged here and nowhere else. Takes blocks as far as they
 * could be read.
 */
export function checkPushBlocks(push: unknown, report: Report): void {
  const blocks = membersOf(push);
  if (!blocks) return;
  if (absent(blocks["android"]) && absent(blocks["ios"]) && absent(blocks["web"]))
    report("push.block.required", []);
  for (const platform of ["android", "ios", "web"] as const) {
    const block = membersOf(blocks[platform]);
    if (!block) continue;
    if (absent(block["text"])) report(`${platform}.text.required`, [platform, "text"]);
    if (platform === "web") continue;
    const extras = membersOf(block["extras"]);
    checkLink(
      extras,
      platform === "ios" ? "attachmenturl" : "iconurl",
      [platform, "extras"],
      report,
    );
    if (platform === "android")
      checkLink(
        membersOf(extras?.["customtags"]),
        "imageurl",
        [platform, "extras", "customtags"],
        report,
      );
    const action = membersOf(extras?.["notificationaction"]);
    if (action) checkAction(action, [platform, "extras", "notificationaction"], report);
  }
  checkWeb(membersOf(blocks["web"]), report);
  checkInteractive(blocks, report);
}

function checkWeb(web: Members | undefined, report: Report): void {
  if (!web) return;
  if (absent(web["platform_types"]) && absent(web["platorm_types"]))
    report("web.platform_types.required", ["web", "platform_types"]);
  const scheme = typeof web["url"] === "string" ? dangerousScheme(web["url"]) : undefined;
  if (scheme !== undefined) report("web.url.scheme", ["web", "url"], { scheme: `${scheme}:` });
  else checkLink(web, "url", ["web"], report);
}

function checkInteractive(blocks: Members, report: Report): void {
  const interactive = membersOf(blocks["interactive"]);
  if (!interactive) return;
  if (absent(blocks["android"]) && absent(blocks["ios"]))
    report("interactive.mobile", ["interactive"]);
  for (const name of ["category", "device_types", "actions"] as const) {
    if (absent(interactive[name])) report(`interactive.${name}.required`, ["interactive", name]);
  }
  const { actions } = interactive;
  if (!Array.isArray(actions)) return;
  actions.forEach((button, index) => {
    const holder = membersOf(button);
    if (holder) checkAction(holder, ["interactive", "actions", index], report);
  });
}
