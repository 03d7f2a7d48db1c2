import { z } from "zod";
import type { Json } from "@/lib/interface/openapi";

/** The JSON schema of what a caller may write, from the schema that the address parses with. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    target: "draft-2020-12",
    // The format, or the type that is told, says it in a word.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined || jsonSchema.type !== "string")
        delete jsonSchema.pattern;
    },
  }) as Json;
  return made;
}
