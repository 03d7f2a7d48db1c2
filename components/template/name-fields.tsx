"use client";

import type { z } from "zod";
import { TextField } from "@/components/form/text-field";
import { useSuggestedId } from "@/components/form/use-suggested-id";
import type { createTemplateSchema } from "@/lib/inputs/template";

type Input = z.input<typeof createTemplateSchema>;

/** Asks for the name and the ID of a new template: for the team, and for programs. */
export function NameFields() {
  return (
    <>
      <TextField<Input> path="name" label="Name" hint="Only your team sees this name." />
      <IdField />
    </>
  );
}

/** The id, which follows the name until the user writes another one. */
function IdField() {
  useSuggestedId("templateId");
  return (
    <TextField<Input>
      path="templateId"
      label="ID"
      hint="Programs name the template by it. It can’t be changed later."
      spellCheck={false}
    />
  );
}
