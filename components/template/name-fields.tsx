"use client";

import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { z } from "zod";
import { TextField } from "@/components/form/text-field";
import type { createTemplateSchema } from "@/lib/inputs/template";
import { idFrom } from "./id-from";

type Input = z.input<typeof createTemplateSchema>;

/** What a template that is made is called, by the team and by programs. */
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
  const { control, getValues, setValue } = useFormContext<Input>();
  const name = useWatch({ control, name: "name" });
  const suggested = useRef("");
  useEffect(() => {
    if (getValues("templateId") !== suggested.current) return;
    suggested.current = idFrom(name);
    setValue("templateId", suggested.current, { shouldDirty: true });
  }, [name, getValues, setValue]);
  return (
    <TextField<Input> path="templateId" label="ID" hint="Programs name the template by it. It can’t be changed later." spellCheck={false} />
  );
}
