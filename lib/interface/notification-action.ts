import { ruleIssue } from "./issue";
import { members, optionalText, present, text } from "./scalars";

/** What a tap does (interface 2.9). */
export const tapActions = ["OPEN_URL", "OPENWEBVIEW", "DEEPLINK", "OPEN_HTML", "OPEN_APP"] as const;

/** What a button does (interface 2.10). */
export const buttonActions = [
  "DISMISS",
  "OPEN_URL",
  "OPEN_APP",
  "DEEPLINK",
  "OPENWEBVIEW",
  "SHARE",
] as const;

/** Spellings that occur in published samples (contract 4). */
export const actionAliases: Readonly<Record<string, "OPEN_URL" | "OPEN_APP">> = {
  OPENURL: "OPEN_URL",
  OPENAPP: "OPEN_APP",
};

/** Actions that mean nothing without a `value` (interface 2.9, 2.10). */
export function needsValue(action: string): boolean {
  return action !== "OPEN_APP" && action !== "DISMISS";
}

/** An optional action out of a list; `OPENURL` and `OPENAPP` are read as what they mean. */
export function optionalAction<A extends string>(actions: readonly A[], description: string) {
  return text()
    .transform((value, ctx): A | undefined => {
      if (value === "") return undefined;
      const canonical = Object.hasOwn(actionAliases, value) ? actionAliases[value] : value;
      const action = actions.find((allowed) => allowed === canonical);
      if (action === undefined) ctx.addIssue(ruleIssue("action.value"));
      return action;
    })
    .meta({ description, enum: [...actions] })
    .optional();
}

export const notificationActionMembers = members({
  action: optionalAction(
    tapActions,
    "What a tap on the notification does; the app is opened when left out.",
  ),
  value: optionalText({
    description: "URL, deep link or HTML that completes the action; required except for OPEN_APP.",
  }),
});

/** `notificationaction` of android and ios (interface 2.9). */
export const notificationAction = notificationActionMembers
  .transform(present)
  .meta({ description: "What a tap on the notification does." });
