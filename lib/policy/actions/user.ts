import { z } from "zod";
import { audited, counted, quoted, type ActionEntry } from "./entry";

const text = z.string();
const count = z.int().nonnegative();
/** Not whom: the log stays when a person's data is removed. */
const batch = z.strictObject({ stored: count, failed: count });
const attribute = z.strictObject({ name: text, type: text, description: text });
const one = "programs store users thousands of times a day; the row has when it last changed";

/** Users of a service and their attributes. */
export const userActions = {
  "user.read": { least: "viewer", scope: "users" },
  "user.put": { least: "admin", scope: "users", unaudited: one },
  "user.patch": { least: "admin", scope: "users", unaudited: one },
  "user.clear": audited({
    least: "admin",
    scope: "users",
    event: z.strictObject({ attributes: count }),
    words: ({ attributes }) => `removed ${counted(attributes, "attribute")} of a user`,
  }),
  "users.merge": audited({
    least: "admin",
    scope: "users",
    event: batch,
    words: ({ stored }) => `stored ${counted(stored, "user")}`,
  }),
  "users.import": audited({
    least: "marketer",
    event: batch,
    words: ({ stored }) => `imported ${counted(stored, "user")} from a file`,
  }),
  "attribute.add": audited({
    least: "admin",
    event: attribute,
    words: ({ name }) => `added the attribute${quoted(name)}`,
  }),
  "attribute.change": audited({
    least: "admin",
    event: z.strictObject({ before: attribute, after: attribute }),
    words: ({ after }) => `changed the description of the attribute${quoted(after.name)}`,
  }),
  // `users`: how many had it.
  "attribute.remove": audited({
    least: "admin",
    event: z.strictObject({ name: text, type: text, users: count }),
    words: ({ name, users }) =>
      `removed the attribute${quoted(name)}, which ${counted(users, "user")} had`,
  }),
} as const satisfies Record<string, ActionEntry>;
