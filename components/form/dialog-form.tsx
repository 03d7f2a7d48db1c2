"use client";

import type { ReactNode } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { FormContext, FormElement, SubmitButton } from "./form-element";
import type { FormSchema } from "./resolver";
import { useLeaveQuestion } from "./unsaved/leave-question";
import { UnsavedMark } from "./unsaved/unsaved-mark";
import { useAnswerForm, type AnswerFormOptions } from "./use-answer-form";

/** Another thing for the same window to show. */
interface Replacement {
  title: string;
  footer: ReactNode;
  content: ReactNode;
  /** Asked to close it. */
  onClose: () => void;
}

interface DialogFormProps<S extends FormSchema, T> extends AnswerFormOptions<S, T> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /**
   * The id of what it is about, where its page opens several of one title: what is typed about one
   * must not appear in the form of another.
   */
  thing?: string | undefined;
  description?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** What the button that goes ahead says. */
  submit: ReactNode;
  /** It cannot be undone. */
  danger?: boolean;
  /**
   * Whether something beyond the schema keeps it from being sent as it stands; the dialog shows
   * what.
   */
  blocked?: (input: z.input<S>) => boolean;
  /** Whether something was written that is no field of the schema. */
  edited?: boolean;
  /** False where what comes of it is shown before it closes. */
  closes?: boolean;
  /** In the place of the form, which keeps what was typed for when this goes away again. */
  instead?: Replacement | undefined;
  /** In the footer, to the left: how it stands. */
  status?: ReactNode;
  children: ReactNode;
}

/**
 * A form in a window over the page. It closes when its action was done, and keeps everything when
 * it was not; before what was typed is thrown away, it asks. Opened again, it starts with the
 * initial values.
 */
export function DialogForm<S extends FormSchema, T>({ open, ...rest }: DialogFormProps<S, T>) {
  return open ? <OpenDialogForm {...rest} /> : null;
}

function OpenDialogForm<S extends FormSchema, T>({
  onOpenChange,
  title,
  thing = "",
  description,
  size,
  submit,
  danger = false,
  blocked,
  edited = false,
  closes = true,
  instead,
  status,
  children,
  onDone,
  ...options
}: Omit<DialogFormProps<S, T>, "open">) {
  const close = () => onOpenChange(false);
  const form = useAnswerForm({
    ...options,
    onDone: async (value: T, input: z.input<S>) => {
      leaving.stay();
      if (closes) close();
      await onDone(value, input);
    },
  });
  const { control } = form.form;
  const { isDirty } = useFormState({ control });
  const formValues = useWatch({ control, disabled: blocked === undefined }) as z.input<S>;
  const leaving = useLeaveQuestion({
    question: "Discard your changes?",
    isUnsaved: isDirty || edited,
    sending: form.sending,
    onLeave: close,
  });
  const buttons = leaving.footer(
    <>
      {status}
      <Button onClick={leaving.close}>Cancel</Button>
      <SubmitButton
        variant={danger ? "danger" : "primary"}
        disabled={blocked?.(formValues) === true}
      >
        {submit}
      </SubmitButton>
    </>,
  );
  return (
    <FormContext form={form}>
      <UnsavedMark form={form} name={title} thing={thing} edited={edited} />
      <Dialog
        open
        onOpenChange={instead ? instead.onClose : leaving.close}
        title={instead ? instead.title : title}
        description={instead ? undefined : description}
        footer={instead ? instead.footer : buttons}
        {...(size !== undefined && !instead && { size })}
      >
        {instead ? (
          instead.content
        ) : (
          <FormElement form={form} className="space-y-5">
            {children}
          </FormElement>
        )}
      </Dialog>
    </FormContext>
  );
}
