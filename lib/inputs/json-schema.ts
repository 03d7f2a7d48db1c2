import { z } from "zod";
import type { Json } from "@/lib/interface/openapi";

/** Returns the JSON schema of a request body, from the schema that its address parses it with. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...definition } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    target: "draft-2020-12",
    // The format or the type already says it in a word.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined || jsonSchema.type !== "string")
        delete jsonSchema.pattern;
    },
  }) as Json;
  return definition;
}
