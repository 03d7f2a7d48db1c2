"use client";

import type { z } from "zod";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { useField } from "@/components/form/use-field";
import type { serviceKeySchema } from "@/lib/inputs/service";
import { scopes } from "@/lib/policy/roles";
import { scopeWords } from "./scope-words";

const options = scopes.map((value) => ({ value, ...scopeWords[value] }));

/** What a key may do, one thing a box. */
export function ScopesField() {
  const { held, change, error } = useField<z.input<typeof serviceKeySchema>>("scopes");
  return <CheckboxGroup path="scopes" label="It may" columns options={options} held={held} onChange={change} error={error} />;
}
