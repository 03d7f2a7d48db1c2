import { z } from "zod";
import { deviceLanguage } from "@/lib/interface/device-language";
import { kindInWords, ruleIssue, wordIssue } from "@/lib/interface/issue";
import { isNothing } from "@/lib/interface/recipient-id";
import type { RuleId } from "@/lib/interface/rules";
import { isSendable, unsendable, utf8Bytes, withoutEdges } from "@/lib/interface/text";
import { isAttributeName, mostAttributes, mostValueBytes, type AttributeValue } from "./attribute";
import { pageInput } from "./page";
import { idText } from "./text";
import { deviceTimeZone } from "./time-zone";

/** Users of one call. */
export const mostUsers = 1_000;
/** Devices that are listed of a user. */
export const mostUserDevices = 100;
/** UTF-16 units of a user id, as devices register it. */
const mostUserid = 200;

/** Values by the names of attributes; null removes the attribute from the user. */
export type AttributeChanges = Readonly<Record<string, AttributeValue | null>>;

/**
 * Why a text is no user id, as it follows "it"; undefined where it is one. In the normal form that
 * devices register (`givenId`).
 */
function useridFault(id: string): string | undefined {
  if (id === "") return "is empty";
  if (id.length > mostUserid) return `takes at most ${mostUserid} characters`;
  if (!isSendable(id)) return unsendable;
  return isNothing(id) ? `is "${id}", which a program writes where it has no id` : undefined;
}

const inWords = { error: wordIssue };

const userid = z
  .string(inWords)
  .overwrite(withoutEdges)
  .check((context) => {
    const reason = useridFault(context.value);
    if (reason !== undefined) context.issues.push(ruleIssue("user.userid", { reason }));
  })
  .describe("In the form that devices register it with, at most 200 characters.");

type Report = (rule: RuleId, words: Record<string, string | number>) => void;

/** Reads one value: an empty text counts as null, as empty texts do everywhere (contract 4). */
function readValue(name: string, value: unknown, report: Report): AttributeValue | null {
  if (value === null || value === "") return null;
  if (typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value !== "string" || !isSendable(value)) {
    const kind = typeof value === "string" ? "a text that cannot be stored" : kindInWords(value);
    report("user.attribute.value", { name, kind });
    return null;
  }
  const bytes = utf8Bytes(value);
  if (bytes > mostValueBytes) report("user.attribute.bytes", { name, bytes });
  return value;
}

/**
 * Reads attributes by their members, each with its own problem. A record of zod would drop
 * `__proto__` without a word.
 */
const attributes = z
  .unknown()
  .transform((value, context): AttributeChanges => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      context.issues.push(
        ruleIssue("member.type", {
          name: "attributes",
          expected: "an object",
          // oxlint-disable-next-line house/noun-names -- `{found}` of the published rule text.
          found: kindInWords(value),
        }),
      );
      return {};
    }
    const members = Object.entries(value);
    if (members.length > mostAttributes) {
      const [at = ""] = members[mostAttributes] ?? [];
      context.issues.push(
        ruleIssue("user.attribute.count", { name: at.slice(0, 40), most: mostAttributes }, [at]),
      );
      return {};
    }
    return Object.fromEntries(
      members.map(([at, member]) => {
        const report: Report = (rule, words) => context.issues.push(ruleIssue(rule, words, [at]));
        if (!isAttributeName(at)) report("user.attribute.name", {});
        return [at, readValue(at, member, report)];
      }),
    );
  })
  .meta({
    type: "object",
    maxProperties: mostAttributes,
    propertyNames: { pattern: "^[A-Za-z0-9_]{1,40}$" },
    additionalProperties: {
      type: ["string", "number", "boolean", "null"],
      maxLength: mostValueBytes,
    },
    description:
      "Text of at most 256 UTF-8 bytes, number, boolean, or date of ISO 8601 (`YYYY-MM-DD` or a moment with its zone) as text. The first value of an attribute decides its type. null, or an empty text, removes it from the user.",
  });

const language = z
  .string(inWords)
  .nullable()
  .transform((text, context) => {
    if (text === null || text === "") return null;
    const read = text.length <= 1_000 ? deviceLanguage(text) : undefined;
    if (read === undefined || read.length > 35) context.issues.push(ruleIssue("user.language"));
    return read ?? null;
  })
  .meta({ description: "BCP 47, such as pt-BR. null removes it." });

const timezone = z
  .string(inWords)
  .nullable()
  .transform((text, context) => {
    if (text === null || text === "") return null;
    const read = deviceTimeZone(text);
    if (read === undefined) context.issues.push(ruleIssue("user.timezone"));
    return read ?? null;
  })
  .meta({ description: "IANA name, such as Europe/Berlin. null removes it." });

/** What `PUT` and `PATCH /resources/v1/users/{userid}` take (contract 9). */
export const userBodySchema = z.object(
  {
    attributes: attributes.optional(),
    language: language.optional(),
    timezone: timezone.optional(),
  },
  inWords,
);
/** What of a user is stored, in the members of {@link userBodySchema}. */
export type UserChange = z.output<typeof userBodySchema>;

/** A user of a service, by their id. */
export const userSchema = z.object({ serviceId: idText, userid });
/** The input of the verbs that store one user. */
export const storeUserSchema = userSchema.extend(userBodySchema.shape);

/** What `POST /resources/v1/users` takes for one user. */
export const batchUserSchema = userBodySchema.extend({ userid });

/**
 * What `POST /resources/v1/users` takes. Each user is read by itself: what is wrong with one keeps
 * no other from being stored.
 */
export const usersBodySchema = z.object({
  users: z
    .array(z.unknown(), inWords)
    .check((context) => {
      const { length } = context.value;
      if (length < 1 || length > mostUsers)
        context.issues.push(ruleIssue("users.count", { most: mostUsers.toLocaleString("en") }));
    })
    .meta({ minItems: 1, maxItems: mostUsers, items: { $ref: "#/components/schemas/BatchUser" } }),
});
export const mergeUsersSchema = usersBodySchema.extend({ serviceId: idText });

/** Attributes that a device reports with its registration; `userBodySchema` reads them. */
export const reportedAttributes = z.record(z.string(), z.unknown()).optional().meta({
  description:
    "Attributes of the user, as PATCH /resources/v1/users/{userid} takes them. Accepted with a signed registration, or with a service key that has the scope users. Those that do not fit are answered as warnings; the device is registered all the same.",
});

/** Lines of one call of an import. */
export const mostImportedUsers = 500;
/** Some lines of a file, each with its number in it; its problems are reported by line. */
export const importUsersSchema = z.object({
  serviceId: idText,
  lines: z
    .array(z.object({ line: z.int().positive(), user: z.unknown() }))
    .min(1)
    .max(mostImportedUsers),
});

/** Which users of a service are listed. */
export const listUsersSchema = z.object({
  serviceId: z.string(),
  /** The beginning of a user id. */
  text: z.string().optional(),
  ...pageInput,
});
