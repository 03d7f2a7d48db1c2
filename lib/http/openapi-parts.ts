import type { z } from "zod";
import { answerJson, jsonSchemaOf, type Json } from "@/lib/interface/openapi";
import { answers, components, refusals, type Operation, type Refusal } from "./answers";

/** A schema of the document's components. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** A body of that schema. */
export const json = (schema: unknown) => ({ "application/json": { schema } });

/** The answers and refusals among the document's components. */
export const answerSchemas = Object.fromEntries(
  [
    ...components,
    [refusals.CallError, "CallError"] as const,
    [refusals.UnreadableTemplate, "UnreadableTemplate"] as const,
  ]
    .filter(([, name]) => name !== "Queued")
    .map(([schema, name]) => [name, answerJson(schema, components)]),
);

function bodyJson(schema: z.ZodType): Json {
  const name = components.get(schema);
  return name === undefined ? answerJson(schema, components) : ref(name);
}

/** Parameters of a query, one for each member of its schema. */
export function queryOf(schema: z.ZodType): Json[] {
  const { properties, required = [] } = jsonSchemaOf(schema) as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => {
    return {
      name,
      in: "query",
      required: required.includes(name),
      schema: rest,
      ...(description === undefined ? {} : { description }),
    };
  });
}

/**
 * What a status of a call means; with the bodies that a refusal may have, where it is not a
 * `CallError`.
 */
type Meaning = string | { description: string; refusals: readonly Refusal[] };

/**
 * The responses of a call, by status: what each means, with the body that it has. Bodies of success
 * come from {@link answers}.
 *
 * @param meanings one for each status of success, and for each refusal
 */
export function responsesOf<O extends Operation>(
  operation: O,
  meanings: Readonly<
    Record<keyof (typeof answers)[O] & number, string> &
      Partial<Record<400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503, Meaning>>
  >,
): Json {
  const bodies: Partial<Record<string, z.ZodType>> = answers[operation];
  return Object.fromEntries(
    Object.entries<Meaning>(meanings).map(([status, meaning]) => {
      const body = bodies[status];
      const { description, refusals: names } =
        typeof meaning === "string" ? { description: meaning, refusals: ["CallError"] } : meaning;
      const refs = names.map(ref);
      const refusal = refs.length > 1 ? { anyOf: refs } : refs[0];
      return [status, { description, content: json(body ? bodyJson(body) : refusal) }];
    }),
  );
}

/** Why a body is answered 400. */
export const unreadable =
  "Invalid: not JSON in UTF-8, or a member that is missing, too long, or contains U+0000 or half of a surrogate pair; `problems` names each by its pointer.";
/** What becomes of members of a body that its schema does not have. */
export const unknownMembers =
  "Unknown members are ignored; `warnings` names each by its pointer, with the member that was probably intended.";
/** The refusal of a body whose coding is not read. */
export const unsupported = {
  415: "The Content-Encoding is not supported. `Accept-Encoding` lists those that are: gzip, deflate and br. Limits are for the decoded body.",
} as const;
/** The refusals of a call that needs a scope. */
export const noRight = {
  401: { description: "No valid credential.", refusals: ["Failure"] },
  403: { description: "The key lacks the scope.", refusals: ["Failure"] },
} as const;
/** What a service authenticates with. */
export const byService = [{ key: [] }, { bearer: [] }];
/** The same, where a JWT has not the scope. */
export const byServiceKey = [{ key: [] }];
