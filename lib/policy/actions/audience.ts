import { z } from "zod";
import { audited, counted, quoted, renamed, type ActionEntry } from "./entry";

const text = z.string();
const count = z.int().nonnegative();
const created = z.strictObject({ name: text, recipients: count, test: z.boolean() });
const settings = z.strictObject({ name: text, test: z.boolean() });
/**
 * Not whom: how many recipients were added, removed or got other values, and how many the list has
 * now.
 */
const edit = {
  name: text,
  added: count,
  removed: count,
  changed: count,
  recipients: count,
};
const edited = z.strictObject(edit);
const unfinished = "an unfinished list is shown to no member; audience.create says what it has";

/** Lists and their recipients. */
export const audienceActions = {
  "audience.begin": { least: "marketer", unaudited: unfinished },
  "recipient.add": { least: "marketer", unaudited: unfinished },
  "recipient.stage": { least: "marketer", unaudited: unfinished },
  "audience.create": audited({ least: "marketer", event: created, words: "created the list" }),
  "audience.store": audited({ least: "marketer", event: created, words: "created the list" }),
  "testGroup.save": audited({ least: "marketer", event: created, words: "created the list" }),
  "audience.change": audited({
    least: "marketer",
    event: z.strictObject({ before: settings, after: settings }),
    words: (event) => renamed("list", event) ?? `changed the list${quoted(event.after.name)}`,
  }),
  "audience.extend": audited({
    least: "marketer",
    event: edited,
    words: ({ name, added }) => `added ${counted(added, "recipient")} to the list${quoted(name)}`,
  }),
  "staged.apply": audited({
    least: "marketer",
    event: z.strictObject({ ...edit, how: z.enum(["add", "replace"]) }),
    words: ({ name, how, added, recipients }) =>
      how === "replace"
        ? `replaced the recipients of the list${quoted(name)} by ${counted(recipients, "recipient")}`
        : `added ${counted(added, "recipient")} to the list${quoted(name)}`,
  }),
  "recipient.edit": audited({
    least: "marketer",
    event: edited,
    words: ({ name, changed }) =>
      `changed the values of ${counted(changed, "recipient")} of the list${quoted(name)}`,
  }),
  "recipient.remove": audited({
    least: "marketer",
    event: edited,
    words: ({ name, removed }) =>
      `removed ${counted(removed, "recipient")} from the list${quoted(name)}`,
  }),
  "column.rename": audited({
    least: "marketer",
    event: edited,
    words: ({ name }) => `renamed columns of the list${quoted(name)}`,
  }),
  "audience.remove": audited({
    least: "marketer",
    event: z.strictObject({ name: text }),
    words: "deleted the list",
  }),
  "audience.export": audited({
    least: "admin",
    event: z.strictObject({ name: text, recipients: count }),
    words: "exported the list",
  }),
} as const satisfies Record<string, ActionEntry>;
