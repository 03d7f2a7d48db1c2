import { z } from "zod";
import { categories, identifiersOf, isCategory, type Category } from "../categories";
import { mobilePlatforms, type MobilePlatform } from "../device-kinds";
import { ruleIssue, wordIssue, type Report } from "../issue";
import { BUTTONS } from "../limits";
import { buttonActions, optionalAction } from "../notification-action";
import { always, isBlank, members, optionalText, present, readInteger, text } from "../scalars";

const category = text()
  .transform((value, ctx): Category | undefined => {
    if (value === "") return undefined;
    if (isCategory(value)) return value;
    ctx.addIssue(ruleIssue("interactive.category.value"));
    // Returned, or the block would report the category as missing as well.
    return value as never;
  })
  .meta({
    description: "Which buttons are shown. Required, if no template brings it.",
    enum: [...categories],
  })
  .optional();

const deviceTypes = z
  .array(text(), { error: wordIssue })
  .transform((values, ctx): MobilePlatform[] | undefined => {
    const types: MobilePlatform[] = [];
    values.forEach((value, index) => {
      const type = mobilePlatforms.find((platform) => platform === value.toLowerCase());
      if (type === undefined)
        ctx.addIssue(ruleIssue("interactive.device_types.value", { value }, [index]));
      else if (types.includes(type))
        ctx.addIssue(ruleIssue("interactive.device_types.twice", { value }, [index]));
      else types.push(type);
    });
    if (values.length > 0 && types.length === 0) return values as never;
    return types.length === 0 ? undefined : types;
  })
  .meta({
    description: "Where the buttons are shown, in any case. Required, if no template brings them.",
    items: { type: "string", enum: [...mobilePlatforms] },
  })
  .optional();

// Which positions there are depends on the category, so the range is judged with the block.
const pos = z
  .union([z.number(), z.string()], { error: wordIssue })
  .transform((value, ctx) => {
    if (isBlank(value)) ctx.addIssue(ruleIssue("interactive.pos.required"));
    return (readInteger(value) ?? value) as 1 | 2;
  })
  .meta({
    description: "Position of the button.",
    minimum: 1,
    maximum: BUTTONS,
    anyOf: [
      { type: "integer", minimum: 1, maximum: BUTTONS },
      { type: "string", enum: ["1", "2"] },
    ],
  });

export const buttonMembers = members({
  pos,
  action: optionalAction(buttonActions, "What the button does."),
  identifier: optionalText({
    description: "Names the button; derived from category and position when left out.",
  }),
  value: optionalText({
    description:
      "URL, deep link or content to share; required for OPEN_URL, DEEPLINK, OPENWEBVIEW and SHARE.",
  }),
});

const actions = z
  .array(buttonMembers.transform(present), { error: wordIssue })
  .transform((list) => (list.length === 0 ? undefined : list))
  .meta({
    description:
      "One element for each button of the category. Required, if no template brings them.",
    maxItems: BUTTONS,
  })
  .optional();

export const interactiveMembers = members({
  category,
  device_types: deviceTypes,
  actions,
  pushref: optionalText({ description: "Extra context; comes back in read receipts." }),
});

/**
 * Rules on count, positions and identifiers; they hold wherever category and actions stand together
 * (contract 5).
 */
function checkButtons(block: unknown, report: Report): void {
  if (
    typeof block !== "object" ||
    block === null ||
    !("actions" in block) ||
    !Array.isArray(block.actions)
  )
    return;
  const named =
    "category" in block && typeof block.category === "string" && isCategory(block.category)
      ? block.category
      : undefined;
  const identifiers = named === undefined ? undefined : identifiersOf(named);
  const size = identifiers?.length ?? BUTTONS;
  const usedPositions = new Set<number>();
  if (identifiers && block.actions.length > 0 && block.actions.length !== size) {
    report("interactive.actions.count", ["actions"], {
      expected: size,
      // oxlint-disable-next-line house/noun-names -- `{found}` of the published rule text.
      found: block.actions.length,
    });
  }
  block.actions.forEach((button: unknown, index) => {
    if (typeof button !== "object" || button === null || !("pos" in button)) return;
    const posText = button.pos;
    if (typeof posText !== "number" && typeof posText !== "string" && posText !== undefined) return;
    if (posText !== undefined && isBlank(posText)) return;
    const at = posText === undefined ? undefined : readInteger(posText);
    if (at === undefined || at < 1 || at > size) {
      report("interactive.pos.value", ["actions", index, "pos"], {
        positions: size === 1 ? "1" : "1, 2",
      });
      return;
    }
    if (usedPositions.has(at)) report("interactive.pos.twice", ["actions", index, "pos"]);
    usedPositions.add(at);
    const identifier = "identifier" in button ? button.identifier : undefined;
    if (
      identifiers &&
      size === BUTTONS &&
      typeof identifier === "string" &&
      identifier !== "" &&
      identifier !== identifiers[at - 1]
    ) {
      report("interactive.identifier.value", ["actions", index, "identifier"]);
    }
  });
}

/**
 * `channels.push.interactive`, with identifiers derived from a valid category (interface 2.10,
 * contract 5).
 */
export const interactiveBlock = interactiveMembers
  .check(
    always((block, ctx) =>
      checkButtons(block, (rule, path, words) => ctx.issues.push(ruleIssue(rule, words, path))),
    ),
  )
  .transform((block) => {
    const { category: named, actions: list } = block;
    if (named === undefined || list === undefined) return present(block);
    return present({
      ...block,
      actions: list.map((button) =>
        button.identifier
          ? button
          : present({ ...button, identifier: identifiersOf(named)[button.pos - 1] }),
      ),
    });
  })
  .meta({ description: "Buttons, on mobile only." });
