"use client";

import { createContext, use, type ComponentProps, type FormEvent, type ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { VersionBanner } from "@/components/version/version-news";
import { asSentence, saysOtherVersion } from "@/lib/inputs/answer";
import { ConflictBanner } from "./conflict-banner";
import type { FormSchema } from "./resolver";
import type { AnswerForm } from "./use-answer-form";
import { SchemaProvider } from "./use-field";

const SubmitContext = createContext<{ id: string; sending: boolean } | undefined>(undefined);

/** Provides the form to everything inside, wherever on the page it stands. */
export function FormContext<S extends FormSchema>({
  form,
  children,
}: {
  form: AnswerForm<S>;
  children: ReactNode;
}) {
  const { id, sending, schema } = form;
  return (
    <SubmitContext value={{ id, sending }}>
      <SchemaProvider value={schema}>
        <FormProvider {...form.form}>{children}</FormProvider>
      </SchemaProvider>
    </SubmitContext>
  );
}

interface FormElementProps<S extends FormSchema> {
  form: AnswerForm<S>;
  /** Names the form for those who do not see it. */
  label?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The form itself, and above its fields what is wrong with none of them in particular. */
export function FormElement<S extends FormSchema>({
  form,
  label,
  className,
  children,
}: FormElementProps<S>) {
  const { id, root, others, submit } = form;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog opened from another form is inside of that one, as React sees it.
    event.stopPropagation();
    void submit();
  };
  return (
    // If the browser submits it before the page is hydrated, a password must not get into the
    // address.
    <form
      ref={root}
      id={id}
      method="post"
      onSubmit={onSubmit}
      aria-label={label}
      noValidate
      className={className}
    >
      {form.conflict && (
        <ConflictBanner
          by={form.conflict.by}
          at={form.conflict.at}
          choices={[
            { label: "Load their version", onChoose: form.load },
            { label: "Save mine over it", onChoose: () => void form.saveMine() },
          ]}
        >
          Your changes aren’t saved yet. Either way, fields that you did not change keep their
          values.
        </ConflictBanner>
      )}
      {others.map((message) => (
        <div key={message}>
          {saysOtherVersion(message) ? (
            <VersionBanner />
          ) : (
            <Banner kind="danger" announce>
              {asSentence(message)}
            </Banner>
          )}
        </div>
      ))}
      {children}
    </form>
  );
}

/** The button that sends the form around it. Takes no second click while it is sent. */
export function SubmitButton({
  variant = "primary",
  ...rest
}: Omit<ComponentProps<typeof Button>, "type" | "form" | "loading">) {
  const within = use(SubmitContext);
  return (
    <Button
      {...rest}
      variant={variant}
      type="submit"
      form={within?.id}
      loading={within?.sending === true}
    />
  );
}
