import type { z } from "zod";
import { jsonSchemaOf } from "@/lib/inputs/json-schema";
import type { Json } from "@/lib/interface/openapi";

/** A schema of the document's components. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** A body of that schema. */
export const json = (schema: unknown) => ({ "application/json": { schema } });

/** Parameters of a query, one for each member of its schema. */
export function queryOf(schema: z.ZodType): Json[] {
  const { properties, required = [] } = jsonSchemaOf(schema) as { properties: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...rest }]) => {
    return { name, in: "query", required: required.includes(name), schema: rest, ...(description === undefined ? {} : { description }) };
  });
}

/** Why a body is answered 400. */
export const unreadable =
  "Invalid: not JSON in UTF-8, or a member that is missing, too long, or contains U+0000 or half of a surrogate pair; `problems` names each by its pointer.";
export const noCredential = { description: "No valid credential.", content: json(ref("Failure")) };
export const noScope = { description: "The key lacks the scope.", content: json(ref("Failure")) };
/** What a service authenticates with. */
export const byService = [{ key: [] }, { bearer: [] }];
