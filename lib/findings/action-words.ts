import { categoryOf, type Interactive } from "@/lib/compose/buttons";
import { captionOf, identifiersOf } from "@/lib/interface/categories";
import { actionAliases } from "@/lib/interface/notification-action";

const names: Record<string, string> = {
  OPEN_URL: "Opens a web page in the browser",
  OPENWEBVIEW: "Opens a web page inside the app",
  DEEPLINK: "Opens a place in the app",
  OPEN_HTML: "Shows HTML inside the app",
  OPEN_APP: "Opens the app",
  DISMISS: "Closes the notification",
  SHARE: "Shares a text",
};

const valueNames: Record<string, string> = {
  OPEN_URL: "address",
  OPENWEBVIEW: "address",
  DEEPLINK: "deep link",
  OPEN_HTML: "HTML",
  SHARE: "text to share",
};

/** What an action does, in plain words; an unknown one by its own name. */
export function actionName(action: string): string {
  return Object.hasOwn(names, action) ? (names[action] ?? action) : action;
}

/** What the value of an action is called. */
export function valueName(action: string): string {
  return Object.hasOwn(valueNames, action) ? (valueNames[action] ?? "value") : "value";
}

/** Returns the canonical spelling of an action: `OPEN_URL` for `OPENURL`. */
export function canonicalAction(spelling: string): string {
  return Object.hasOwn(actionAliases, spelling) ? (actionAliases[spelling] ?? spelling) : spelling;
}

/**
 * What is missing where an action has no value; `subject` is what a person presses: "this button",
 * "a tap".
 */
export function missingValue(action: string, subject: string): string {
  switch (action) {
    case "OPEN_URL":
    case "OPENWEBVIEW":
      return `Add the web address that ${subject} opens.`;
    case "DEEPLINK":
      return `Add the deep link that ${subject} follows, such as myapp://orders.`;
    case "OPEN_HTML":
      return `Write the HTML that ${subject} shows.`;
    case "SHARE":
      return `Write the text that ${subject} shares.`;
    default:
      return "Fill this in.";
  }
}

/**
 * What a button is called on the screen, by its place in the list: "Shop Now button"; "Button 1"
 * where its category does not say.
 */
export function buttonName(interactive: Interactive | undefined, index: number): string {
  const category = categoryOf(interactive);
  const identifier = category && identifiersOf(category)[index];
  return identifier === undefined ? `Button ${index + 1}` : `${captionOf(identifier)} button`;
}
