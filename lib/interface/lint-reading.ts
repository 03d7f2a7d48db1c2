import type { z } from "zod";
import { androidExtrasMembers, androidMembers } from "./blocks/android-block";
import { membersOf, type Members } from "./blocks/check-blocks";
import { isReserved } from "./blocks/customtags";
import { buttonMembers, interactiveMembers } from "./blocks/interactive-block";
import { iosExtrasMembers, iosMembers } from "./blocks/ios-block";
import { webExtrasMembers, webMembers } from "./blocks/web-block";
import { categories, isCategory } from "./categories";
import { mobilePlatforms, providersOf, webKinds, type Platform } from "./device-kinds";
import { digitsOf } from "./exact-json";
import { kindInWords } from "./issue";
import { WARNINGS, WEB_TIME_TO_LIVE, WEB_TIME_TO_LIVE_ACCEPTED } from "./limits";
import {
  actionAliases,
  buttonActions,
  notificationActionMembers,
  tapActions,
} from "./notification-action";
import { escapeStep } from "./pointer";
import { problem, type Problem } from "./problem";
import { blocksMembers } from "./request";
import { readInteger } from "./scalars";
import { suggest } from "./suggest";
import { isPrefixed } from "./tag-names";

/** The names of a schema's members, once. */
export function namesOf(schema: z.ZodObject): ReadonlySet<string> {
  return new Set(Object.keys(schema.shape));
}

/** The members that the schema knows, by what holds them. */
export const memberNames = {
  blocks: namesOf(blocksMembers),
  android: namesOf(androidMembers),
  androidExtras: namesOf(androidExtrasMembers),
  ios: namesOf(iosMembers),
  iosExtras: namesOf(iosExtrasMembers),
  action: namesOf(notificationActionMembers),
  web: namesOf(webMembers),
  webExtras: namesOf(webExtrasMembers),
  interactive: namesOf(interactiveMembers),
  button: namesOf(buttonMembers),
};

/**
 * Adds a warning for each member that the schema does not know, with a suggestion where a name is
 * similar (contract 4).
 */
export function unknownMembers(
  holder: Members,
  names: ReadonlySet<string>,
  pointer: string,
  warnings: Problem[],
): void {
  for (const name of Object.keys(holder)) {
    if (names.has(name)) continue;
    const suggestion = suggest(name, [...names]);
    warnings.push(
      problem("member.unknown", `${pointer}/${escapeStep(name)}`, {
        name,
        hint: suggestion === undefined ? "" : `; did you mean '${suggestion}'?`,
      }),
    );
    if (warnings.length >= WARNINGS) return;
  }
}

function misspelt(
  value: unknown,
  allowed: readonly string[],
  name: string,
  pointer: string,
  warnings: Problem[],
): void {
  if (
    typeof value !== "string" ||
    value === "" ||
    allowed.includes(value) ||
    allowed.includes(value.toLowerCase())
  )
    return;
  const suggestion = suggest(value, allowed);
  if (suggestion !== undefined)
    warnings.push(problem("value.misspelt", pointer, { name, value, suggestion }));
}

function lintAction(
  holder: Members,
  actions: readonly string[],
  pointer: string,
  warnings: Problem[],
): void {
  const { action, value } = holder;
  if (typeof action === "string" && Object.hasOwn(actionAliases, action)) {
    warnings.push(
      problem("action.alias", `${pointer}/action`, {
        value: action,
        suggestion: actionAliases[action] ?? "",
      }),
    );
  } else misspelt(action, actions, "action", `${pointer}/action`, warnings);
  if ((action === undefined || action === "") && typeof value === "string" && value !== "")
    warnings.push(problem("action.value.ignored", `${pointer}/value`));
}

function lintMobile(
  platform: "android" | "ios",
  block: Members,
  pointer: string,
  warnings: Problem[],
): void {
  unknownMembers(block, memberNames[platform], pointer, warnings);
  const extras = membersOf(block["extras"]);
  if (!extras) return;
  const at = `${pointer}/extras`;
  unknownMembers(
    extras,
    platform === "android" ? memberNames.androidExtras : memberNames.iosExtras,
    at,
    warnings,
  );
  if (platform === "android") {
    if (extras["sound"] !== undefined && extras["sound"] !== "")
      warnings.push(problem("android.sound.ignored", `${at}/sound`));
    if (extras["delay_while_idle"] !== undefined && extras["delay_while_idle"] !== "") {
      warnings.push(problem("android.delay_while_idle.deprecated", `${at}/delay_while_idle`));
    }
  }
  const action = membersOf(extras["notificationaction"]);
  if (action) {
    unknownMembers(action, memberNames.action, `${at}/notificationaction`, warnings);
    lintAction(action, tapActions, `${at}/notificationaction`, warnings);
  }
  lintTags(platform, extras, at, warnings);
}

function lintTags(platform: Platform, extras: Members, pointer: string, warnings: Problem[]): void {
  const tags = membersOf(extras["customtags"]);
  if (!tags) return;
  for (const [name, value] of Object.entries(tags)) {
    if (warnings.length >= WARNINGS) return;
    const where = providersOf(platform).flatMap(({ tags: names }) =>
      names && isPrefixed(names, name) ? [names.at] : [],
    );
    if (where.length > 0 && !isReserved(platform, name))
      warnings.push(
        problem("customtags.prefixed", `${pointer}/customtags/${escapeStep(name)}`, {
          name,
          where: `for ${where.join(" and ")}`,
        }),
      );
    const isNumber = typeof value === "number" || digitsOf(value) !== undefined;
    if (!isNumber && (typeof value === "string" || (typeof value === "object" && value !== null)))
      continue;
    const sent = platform === "android" ? "as text" : isNumber ? "as a number" : "as it is";
    const words = {
      name,
      // oxlint-disable-next-line house/noun-names -- `{found}` of the published rule text.
      found: isNumber ? "a number" : kindInWords(value),
      sent: isNumber ? `${sent}, with its digits as written` : sent,
    };
    warnings.push(problem("customtags.scalar", `${pointer}/customtags/${escapeStep(name)}`, words));
  }
}

function lintWeb(web: Members, pointer: string, warnings: Problem[]): void {
  unknownMembers(web, memberNames.web, pointer, warnings);
  if (web["platorm_types"] !== undefined)
    warnings.push(problem("web.platform_types.misspelt", `${pointer}/platorm_types`));
  for (const name of ["platform_types", "platorm_types"] as const) {
    const seen = new Set<string>();
    const types = web[name];
    if (!Array.isArray(types)) continue;
    types.forEach((value: unknown, index) => {
      misspelt(value, webKinds, name, `${pointer}/${name}/${index}`, warnings);
      if (typeof value !== "string") return;
      const kind = value.toLowerCase();
      if (seen.has(kind))
        warnings.push(
          problem("web.platform_types.twice", `${pointer}/${name}/${index}`, { value: kind }),
        );
      seen.add(kind);
    });
  }
  const extras = membersOf(web["extras"]);
  if (!extras) return;
  unknownMembers(extras, memberNames.webExtras, `${pointer}/extras`, warnings);
  const ttl = extras["time_to_live"];
  const seconds = typeof ttl === "string" || typeof ttl === "number" ? readInteger(ttl) : undefined;
  if (seconds !== undefined && seconds > WEB_TIME_TO_LIVE && seconds <= WEB_TIME_TO_LIVE_ACCEPTED) {
    warnings.push(
      problem("web.time_to_live.clamped", `${pointer}/extras/time_to_live`, {
        limit: WEB_TIME_TO_LIVE,
      }),
    );
  }
  lintTags("web", extras, `${pointer}/extras`, warnings);
}

function lintInteractive(block: Members, pointer: string, warnings: Problem[]): void {
  unknownMembers(block, memberNames.interactive, pointer, warnings);
  const { category, device_types: types, actions } = block;
  if (typeof category === "string" && !isCategory(category))
    misspelt(category, categories, "category", `${pointer}/category`, warnings);
  if (Array.isArray(types))
    types.forEach((value, index) =>
      misspelt(
        value,
        mobilePlatforms,
        "device_types",
        `${pointer}/device_types/${index}`,
        warnings,
      ),
    );
  if (!Array.isArray(actions)) return;
  actions.forEach((button: unknown, index) => {
    const holder = membersOf(button);
    if (!holder) return;
    unknownMembers(holder, memberNames.button, `${pointer}/actions/${index}`, warnings);
    lintAction(holder, buttonActions, `${pointer}/actions/${index}`, warnings);
  });
}

/**
 * What only the blocks as written show: unknown members, misspelt values, what is read as something
 * else.
 */
export function lintReading(push: unknown, pointer: string): Problem[] {
  const blocks = membersOf(push);
  if (!blocks) return [];
  const warnings: Problem[] = [];
  unknownMembers(blocks, memberNames.blocks, pointer, warnings);
  for (const platform of ["android", "ios"] as const) {
    const block = membersOf(blocks[platform]);
    if (block) lintMobile(platform, block, `${pointer}/${platform}`, warnings);
  }
  const web = membersOf(blocks["web"]);
  if (web) lintWeb(web, `${pointer}/web`, warnings);
  const interactive = membersOf(blocks["interactive"]);
  if (interactive) lintInteractive(interactive, `${pointer}/interactive`, warnings);
  return warnings;
}
