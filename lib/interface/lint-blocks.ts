import { identifiersOf, isCategory, secondDismisses } from "./categories";
import { actionAliases } from "./notification-action";
import { membersOf } from "./judge-blocks";
import { problem } from "./problem";
import type { Problem } from "./problem";
import { readInteger } from "./scalars";
import { isAbsoluteUrl } from "./url";

type Members = Readonly<Record<string, unknown>>;

function filled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function relativeUrl(holder: Members, name: string, pointer: string, found: Problem[]): void {
  const value = holder[name];
  if (filled(value) && !isAbsoluteUrl(value)) found.push(problem("url.relative", `${pointer}/${name}`, { name }));
}

/** Images are fetched by the device, which wants http or https. */
function imageUrl(holder: Members | undefined, name: string, pointer: string, found: Problem[]): void {
  const value = holder?.[name];
  if (filled(value) && !/^https?:\/\//i.test(value)) found.push(problem("url.relative", `${pointer}/${name}`, { name }));
}

function linkOf(holder: Members, pointer: string, found: Problem[]): void {
  const written = holder["action"];
  const action = typeof written === "string" && Object.hasOwn(actionAliases, written) ? actionAliases[written] : written;
  if (action === "OPEN_URL" || action === "OPENWEBVIEW") relativeUrl(holder, "value", pointer, found);
}

function lintPlatform(platform: "android" | "ios" | "web", blocks: Members, pointer: string, found: Problem[]): void {
  const block = membersOf(blocks[platform]);
  if (!block) return;
  const extras = membersOf(block["extras"]);
  const at = `${pointer}/${platform}/extras`;
  if (filled(extras?.["collapse_key"]) && !/^[A-Za-z\d]+$/.test(extras["collapse_key"]))
    found.push(problem("collapse_key.alphanumeric", `${at}/collapse_key`));
  if (platform === "web") {
    if (!filled(block["title"])) found.push(problem("web.title.missing", `${pointer}/web/title`));
    if (!filled(block["actiontext"])) found.push(problem("web.actiontext.missing", `${pointer}/web/actiontext`));
    relativeUrl(block, "url", `${pointer}/web`, found);
    return;
  }
  imageUrl(extras, platform === "ios" ? "attachmenturl" : "iconurl", at, found);
  if (platform === "android") imageUrl(membersOf(extras?.["customtags"]), "imageurl", `${at}/customtags`, found);
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
    if (identifiers.length === 1 && only !== undefined && filled(identifier) && identifier !== only) {
      found.push(problem("interactive.identifier.other", `${at}/identifier`, { value: identifier, expected: only }));
    }
    const second = (typeof pos === "string" || typeof pos === "number") && readInteger(pos) === 2;
    if (named !== undefined && second && secondDismisses(named) && filled(action) && action !== "DISMISS") {
      found.push(problem("interactive.second.dismiss", `${at}/action`));
    }
  });
}

/** What is odd about whole blocks, in any form that a caller may write (contract 4 and 5). Never refused. */
export function lintBlocks(push: unknown, pointer: string): Problem[] {
  const blocks = membersOf(push);
  if (!blocks) return [];
  const found: Problem[] = [];
  for (const platform of ["android", "ios", "web"] as const) lintPlatform(platform, blocks, pointer, found);
  const interactive = membersOf(blocks["interactive"]);
  if (!interactive) return found;
  const types = interactive["device_types"];
  if (Array.isArray(types)) {
    types.forEach((value: unknown, index) => {
      const type = typeof value === "string" ? value.toLowerCase() : "";
      if ((type === "android" || type === "ios") && blocks[type] === undefined) {
        found.push(problem("interactive.device_types.block", `${pointer}/interactive/device_types/${index}`, { value: type }));
      }
    });
  }
  lintButtons(interactive, `${pointer}/interactive`, found);
  return found;
}
