"use client";

import type { ComponentProps, ReactNode } from "react";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import type { FormSchema } from "@/components/form/resolver";
import type { AnswerFormOptions } from "@/components/form/use-answer-form";
import { toast } from "@/components/ui/toast";
import type { OpenedService } from "@/lib/directory/service/open";
import type { changeServiceSchema } from "@/lib/inputs/service";
import type { ChangeService } from "./service-actions";

type PartSchema = (typeof changeServiceSchema)["options"][number] & FormSchema;

interface PartFormProps<S extends PartSchema> extends Pick<
  AnswerFormOptions<S, unknown>,
  "schema" | "initial" | "confirm"
> {
  label: string;
  service: OpenedService;
  /** Absent for members who may look only; they see `values`. */
  change: ChangeService | undefined;
  values: ComponentProps<typeof SetValues>["values"];
  /** Fields. */
  children: ReactNode;
}

/** A part of a service: the form that changes it, or what is set. */
export function PartForm<S extends PartSchema>({
  service,
  change,
  values,
  children,
  ...form
}: PartFormProps<S>) {
  if (!change) return <SetValues values={values} />;
  return (
    <Form<S, unknown>
      className="max-w-xl space-y-5"
      action={change}
      revision={service.revision}
      onDone={() => void toast.success("Saved")}
      {...form}
    >
      {children}
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

/** What is set, for members who may look only. */
export function SetValues({
  values,
}: {
  values: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
      {values.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-faint">{name}</dt>
          <dd className="foreign min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
