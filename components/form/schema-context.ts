"use client";

import { createContext, use } from "react";
import type { z } from "zod";
import { fieldRules, type FieldRules } from "@/lib/inputs/field-rules";

const SchemaContext = createContext<z.ZodType | undefined>(undefined);
/** Provides the schema to the fields inside. */
export const SchemaProvider = SchemaContext.Provider;

/** What a form without a schema for its fields says of each of them: nothing. */
const unsaid: Partial<FieldRules> = {};

/** What the form's schema asks of the field at a path. */
export function useFieldRules(path: string): Partial<FieldRules> {
  const schema = use(SchemaContext);
  return schema ? fieldRules(schema, path) : unsaid;
}
