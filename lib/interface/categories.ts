/**
 * The 17 interactive categories and the identifiers of their buttons, by position (interface 2.10,
 * contract 5).
 */
const buttons = {
  SINGLE_DISMISS: ["DISMISS"],
  SINGLE_OPEN: ["OPEN"],
  SINGLE_SUBSCRIBE: ["SUBSCRIBE"],
  SINGLE_UNSUBSCRIBE: ["UNSUBSCRIBE"],
  SINGLE_SHARE: ["SHARE"],
  SINGLE_DEEPLINK: ["DEEPLINK"],
  SINGLE_REPLY: ["REPLY"],
  DOUBLE_YES_NO: ["YES", "NO"],
  DOUBLE_ACCEPT_CANCEL: ["ACCEPT", "CANCEL"],
  DOUBLE_SHARE_CANCEL: ["SHARE", "CANCEL"],
  DOUBLE_SHOPNOW_CANCEL: ["SHOPNOW", "CANCEL"],
  DOUBLE_LATER_NOW: ["LATER", "NOW"],
  DOUBLE_PLAY_NOW_PLAY_LATER: ["PLAY_NOW", "PLAY_LATER"],
  DOUBLE_OK_LEARN_MORE: ["OK", "LEARN_MORE"],
  DOUBLE_SUBSCRIBE_UNSUBSCRIBE: ["SUBSCRIBE", "UNSUBSCRIBE"],
  DOUBLE_BUY_NOW_BUY_LATER: ["BUY_NOW", "BUY_LATER"],
  DOUBLE_LIKE_SHARE: ["LIKE", "SHARE"],
} as const satisfies Record<
  `SINGLE_${string}` | `DOUBLE_${string}`,
  readonly [string] | readonly [string, string]
>;

export type Category = keyof typeof buttons;

/** Whether a text is one of the 17. */
export function isCategory(text: string): text is Category {
  return Object.hasOwn(buttons, text);
}

/** All 17, in the order of interface 2.10. */
export const categories: readonly Category[] = Object.keys(buttons).filter(isCategory);

/**
 * The identifiers of a category's buttons: index 0 is position 1. One for `SINGLE_*`, two for
 * `DOUBLE_*`.
 */
export function identifiersOf(category: Category): readonly string[] {
  return buttons[category];
}

/** Two words written as one in the category's name. */
const captionsOfJoined: Record<string, string> = { SHOPNOW: "Shop Now", OK: "OK" };

/**
 * The caption of a button in title case: `LEARN_MORE` → `Learn More`, `SHOPNOW` → `Shop Now`
 * (contract 5).
 */
export function captionOf(identifier: string): string {
  if (Object.hasOwn(captionsOfJoined, identifier))
    return captionsOfJoined[identifier] ?? identifier;
  return identifier
    .split("_")
    .filter((word) => word !== "")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join(" ");
}

const identifiers: ReadonlySet<string> = new Set(categories.flatMap(identifiersOf));

/**
 * A button that was pressed, as its face has it: identifiers of programs' own, which are of any
 * form, stay as they are.
 */
export function pressedText(button: string): string {
  return identifiers.has(button) ? captionOf(button) : button;
}

/**
 * Whether the second button is by custom `DISMISS`: `*_CANCEL`, `LATER_NOW`, `PLAY_…`, `BUY_…`
 * (contract 5, lint only).
 */
export function secondDismisses(category: Category): boolean {
  return category.endsWith("_CANCEL") || /^DOUBLE_(LATER_NOW|PLAY_|BUY_)/.test(category);
}
