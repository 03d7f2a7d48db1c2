import { z } from "zod";

/**
 * The JSON schema of an answer. Members may be added in later versions, so that it does not exclude
 * others.
 *
 * @param names schemas that it refers to by their name among the document's components
 */
export function answerJson(
  schema: z.core.$ZodType,
  names: ReadonlyMap<z.core.$ZodType, string> = new Map(),
): Record<string, unknown> {
  const {
    $schema: _,
    "~standard": __,
    ...jsonDocument
  } = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-2020-12",
    override: ({ zodSchema, jsonSchema }) => {
      const name = (zodSchema as z.core.$ZodType) === schema ? undefined : names.get(zodSchema);
      if (name !== undefined) {
        for (const member of Object.keys(jsonSchema)) delete jsonSchema[member];
        jsonSchema.$ref = `#/components/schemas/${name}`;
      }
      // The format says it in a word.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      // The largest safe integer bounds nothing that a caller could meet.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as Record<string, unknown>;
  return jsonDocument;
}
