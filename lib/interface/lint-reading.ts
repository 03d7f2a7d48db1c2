import type { z } from "zod";
import { androidExtrasMembers, androidMembers } from "./blocks/android-block";
import { isReserved } from "./blocks/customtags";
import { buttonMembers, interactiveMembers } from "./blocks/interactive-block";
import { iosExtrasMembers, iosMembers } from "./blocks/ios-block";
import { membersOf, type Members } from "./blocks/judge-blocks";
import { webExtrasMembers, webMembers } from "./blocks/web-block";
import { categories, isCategory } from "./categories";
import { mobilePlatforms, webKinds } from "./device-kinds";
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
export const known = {
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
 * A warning for each member that the schema does not know, with the member probably meant (contract
 * 4).
 */
export function unknownMembers(
  holder: Members,
  names: ReadonlySet<string>,
  pointer: string,
  found: Problem[],
): void {
  for (const name of Object.keys(holder)) {
    if (names.has(name)) continue;
    const meant = suggest(name, [...names]);
    found.push(
      problem("member.unknown", `${pointer}/${escapeStep(name)}`, {
        name,
        hint: meant === undefined ? "" : `; did you mean '${meant}'?`,
      }),
    );
    if (found.length >= WARNINGS) return;
  }
}

function misspelt(
  value: unknown,
  allowed: readonly string[],
  name: string,
  pointer: string,
  found: Problem[],
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
    found.push(problem("value.misspelt", pointer, { name, value, suggestion }));
}

function lintAction(
  holder: Members,
  actions: readonly string[],
  pointer: string,
  found: Problem[],
): void {
  const { action, value } = holder;
  if (typeof action === "string" && Object.hasOwn(actionAliases, action)) {
    found.push(
      problem("action.alias", `${pointer}/action`, {
        value: action,
        suggestion: actionAliases[action] ?? "",
      }),
    );
  } else misspelt(action, actions, "action", `${pointer}/action`, found);
  if ((action === undefined || action === "") && typeof value === "string" && value !== "")
    found.push(problem("action.value.ignored", `${pointer}/value`));
}

function lintMobile(
  platform: "android" | "ios",
  block: Members,
  pointer: string,
  found: Problem[],
): void {
  unknownMembers(block, known[platform], pointer, found);
  const extras = membersOf(block["extras"]);
  if (!extras) return;
  const at = `${pointer}/extras`;
  unknownMembers(extras, platform === "android" ? known.androidExtras : known.iosExtras, at, found);
  if (platform === "android") {
    if (extras["sound"] !== undefined && extras["sound"] !== "")
      found.push(problem("android.sound.ignored", `${at}/sound`));
    if (extras["delay_while_idle"] !== undefined && extras["delay_while_idle"] !== "") {
      found.push(problem("android.delay_while_idle.deprecated", `${at}/delay_while_idle`));
    }
  }
  const action = membersOf(extras["notificationaction"]);
  if (action) {
    unknownMembers(action, known.action, `${at}/notificationaction`, found);
    lintAction(action, tapActions, `${at}/notificationaction`, found);
  }
  lintTags(platform, extras, at, found);
}

/** Who may send a custom tag under another name, by its platform. */
const tagProviders = {
  android: [
    ["fcm", "FCM"],
    ["hms", "Huawei"],
  ],
  ios: [["apns", "Apple"]],
  web: [],
} as const;

function lintTags(
  platform: "android" | "ios" | "web",
  extras: Members,
  pointer: string,
  found: Problem[],
): void {
  const tags = membersOf(extras["customtags"]);
  if (!tags) return;
  for (const [name, value] of Object.entries(tags)) {
    if (found.length >= WARNINGS) return;
    const where = tagProviders[platform].flatMap(([provider, shown]) =>
      isPrefixed(provider, name) ? [shown] : [],
    );
    if (where.length > 0 && !isReserved(platform, name))
      found.push(
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
      found: isNumber ? "a number" : kindInWords(value),
      sent: isNumber ? `${sent}, with its digits as written` : sent,
    };
    found.push(problem("customtags.scalar", `${pointer}/customtags/${escapeStep(name)}`, words));
  }
}

function lintWeb(web: Members, pointer: string, found: Problem[]): void {
  unknownMembers(web, known.web, pointer, found);
  if (web["platorm_types"] !== undefined)
    found.push(problem("web.platform_types.misspelt", `${pointer}/platorm_types`));
  for (const name of ["platform_types", "platorm_types"] as const) {
    const seen = new Set<string>();
    const types = web[name];
    if (!Array.isArray(types)) continue;
    types.forEach((value: unknown, index) => {
      misspelt(value, webKinds, name, `${pointer}/${name}/${index}`, found);
      if (typeof value !== "string") return;
      const kind = value.toLowerCase();
      if (seen.has(kind))
        found.push(
          problem("web.platform_types.twice", `${pointer}/${name}/${index}`, { value: kind }),
        );
      seen.add(kind);
    });
  }
  const extras = membersOf(web["extras"]);
  if (!extras) return;
  unknownMembers(extras, known.webExtras, `${pointer}/extras`, found);
  const ttl = extras["time_to_live"];
  const seconds = typeof ttl === "string" || typeof ttl === "number" ? readInteger(ttl) : undefined;
  if (seconds !== undefined && seconds > WEB_TIME_TO_LIVE && seconds <= WEB_TIME_TO_LIVE_ACCEPTED) {
    found.push(
      problem("web.time_to_live.clamped", `${pointer}/extras/time_to_live`, {
        limit: WEB_TIME_TO_LIVE,
      }),
    );
  }
  lintTags("web", extras, `${pointer}/extras`, found);
}

function lintInteractive(block: Members, pointer: string, found: Problem[]): void {
  unknownMembers(block, known.interactive, pointer, found);
  const { category, device_types: types, actions } = block;
  if (typeof category === "string" && !isCategory(category))
    misspelt(category, categories, "category", `${pointer}/category`, found);
  if (Array.isArray(types))
    types.forEach((value, index) =>
      misspelt(value, mobilePlatforms, "device_types", `${pointer}/device_types/${index}`, found),
    );
  if (!Array.isArray(actions)) return;
  actions.forEach((button: unknown, index) => {
    const holder = membersOf(button);
    if (!holder) return;
    unknownMembers(holder, known.button, `${pointer}/actions/${index}`, found);
    lintAction(holder, buttonActions, `${pointer}/actions/${index}`, found);
  });
}

/**
 * What only the blocks as written show: unknown members, misspelt values, what is read as something
 * else.
 */
export function lintReading(push: unknown, pointer: string): Problem[] {
  const blocks = membersOf(push);
  if (!blocks) return [];
  const found: Problem[] = [];
  unknownMembers(blocks, known.blocks, pointer, found);
  for (const platform of ["android", "ios"] as const) {
    const block = membersOf(blocks[platform]);
    if (block) lintMobile(platform, block, `${pointer}/${platform}`, found);
  }
  const web = membersOf(blocks["web"]);
  if (web) lintWeb(web, `${pointer}/web`, found);
  const interactive = membersOf(blocks["interactive"]);
  if (interactive) lintInteractive(interactive, `${pointer}/interactive`, found);
  return found;
}
