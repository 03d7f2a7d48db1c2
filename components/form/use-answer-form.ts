"use client";

import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useForm, type DefaultValues, type FieldPath } from "react-hook-form";
import type { z } from "zod";
import {
  isOtherVersion,
  noAnswer,
  otherVersion,
  type Answer,
  type AnswerProblem,
} from "@/lib/inputs/answer";
import { schemaProblems } from "@/lib/interface/pointer";
import { focusControl } from "./focus-field";
import { placeProblems } from "./place-problems";
import { schemaResolver, type FormSchema } from "./resolver";
import { sendMerged, type Confirmation } from "./send-merged";
import { useVersions } from "./use-versions";

export interface AnswerFormOptions<S extends FormSchema, T> {
  /** The one that the server judges by, too. */
  schema: S;
  /** What the fields hold at first. */
  initial: DefaultValues<z.input<S>>;
  /** Is called with what was typed, once the schema takes it. */
  action: (input: z.input<S>) => Promise<Answer<T>>;
  /**
   * Asks before it is sent, once for each time that it is submitted, and once more where the answer
   * warns at `/anyway`: what is confirmed then is sent with `anyway`. Returns what to say when it
   * is not to be sent.
   */
  confirm?: Confirmation<z.input<S>> | undefined;
  /**
   * The revision that of `initial`, sent along as `revision`. Where another writer was faster,
   * fields that both changed say so, and the rest is merged.
   */
  revision?: number | undefined;
  /** Receives what the fields hold once another writer's version was put there. */
  onLoaded?: (values: z.input<S>) => void;
  /**
   * Called when it was done, with what was sent. The form takes nothing more until this has ended.
   */
  onDone: (value: T, input: z.input<S>) => void | Promise<void>;
}

const unansweredForm: Answer<never> = {
  ok: false,
  problems: [{ pointer: "", message: `${noAnswer}. Your input is still here: try again.` }],
};

/**
 * A form whose action answers: one call at a time, problems at the fields that they name and the
 * others together. Every refusal, and every error on the way, what was typed stays; what is typed
 * while it is sent, too, as a change that is not sent yet.
 */
export function useAnswerForm<S extends FormSchema, T>(options: AnswerFormOptions<S, T>) {
  const { schema, initial, action, confirm, revision, onLoaded, onDone } = options;
  const resolver = useMemo(() => schemaResolver(schema), [schema]);
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver,
    defaultValues: initial,
    mode: "onTouched",
    shouldFocusError: false,
  });
  const id = useId();
  const root = useRef<HTMLFormElement>(null);
  const underWay = useRef(false);
  const [sending, setSending] = useState(false);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState(0);
  const handledRefusals = useRef(0);
  // Once the marks are drawn, and the button, which lost the focus when it was switched off, can
  // have it again.
  useEffect(() => {
    if (sending || handledRefusals.current === refusals) return;
    handledRefusals.current = refusals;
    if (root.current) goToFirstWrong(root.current);
  }, [refusals, sending]);

  const showProblems = (problems: readonly AnswerProblem[]) => {
    const { fields, rest } = placeProblems(problems, pathsIn(root.current));
    for (const { path, message } of fields)
      form.setError(path as FieldPath<z.input<S>>, { type: "answer", message });
    setOthers(rest);
    setRefusals((count) => count + 1);
  };
  const versions = useVersions(form, revision, onLoaded);
  const send = async () => {
    const sent = await sendMerged({
      // A copy: the form writes on into its own values while the answer is on its way.
      values: () => structuredClone(form.getValues()),
      confirm,
      action: (input, anyway) =>
        answerOf(() => action({ ...versions.withRevision(input), ...(anyway && { anyway }) })),
      meet: revision === undefined ? undefined : versions.meet,
    });
    if ("problems" in sent) return showProblems(sent.problems);
    versions.saved(sent.value);
    form.resetDefaultValues(sent.input);
    await onDone(sent.value, sent.input);
  };
  const submit = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    setOthers([]);
    try {
      await form.handleSubmit(send, () => showProblems(valueProblems(schema, form.getValues())))();
    } finally {
      underWay.current = false;
      setSending(false);
    }
  };
  const { conflict, load } = versions;
  const saveMine = async () => {
    versions.takeBeneath();
    await submit();
  };
  return { form, schema, id, root, sending, others, submit, conflict, load, saveMine };
}

/** A form, for what draws it. */
export type AnswerForm<S extends FormSchema = FormSchema> = ReturnType<
  typeof useAnswerForm<S, unknown>
>;

async function answerOf<T>(call: () => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await call();
  } catch (error) {
    return isOtherVersion(error) ? otherVersion : unansweredForm;
  }
}

function valueProblems(schema: FormSchema, values: unknown): AnswerProblem[] {
  const { error } = schema.safeParse(values);
  return error ? schemaProblems(error) : [];
}

function pathsIn(root: HTMLElement | null): string[] {
  return Array.from(
    root?.querySelectorAll<HTMLElement>("[data-path]") ?? [],
    ({ dataset }) => dataset["path"] ?? "",
  );
}

function goToFirstWrong(root: HTMLFormElement): void {
  const wrong = root.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (wrong) focusControl(wrong);
  else if (!root.contains(document.activeElement))
    Array.from(root.elements)
      .find(
        (element): element is HTMLButtonElement =>
          element instanceof HTMLButtonElement && element.type === "submit",
      )
      ?.focus();
}
