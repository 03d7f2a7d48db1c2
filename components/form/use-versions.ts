import { useRef, useState } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import type { AnswerProblem, Conflict } from "@/lib/inputs/answer";
import { pointerOf } from "@/lib/interface/pointer";
import { changedTo, compareVersions, withVersion } from "./versions";

/** Another writer is met so often in one save; then the person decides. */
const mostMerges = 3;

/**
 * Follows which revision a form was filled from, and brings its values together with those of
 * another writer who was faster.
 *
 * @param revision of what the form holds at first; undefined for what has none
 */
export function useVersions<V extends FieldValues, R>(
  form: UseFormReturn<V, unknown, R>,
  revision: number | undefined,
  onLoaded: ((values: V) => void) | undefined,
) {
  const current = useRef(revision);
  const [conflict, setConflict] = useState<Conflict>();
  const compared = ({ theirs }: Conflict) =>
    compareVersions(form.formState.defaultValues, form.getValues(), theirs);
  /** Puts their version into the form, and on it what was changed here. */
  const take = (met: Conflict, own: ReturnType<typeof compared>["own"]) => {
    form.reset(withVersion(form.getValues(), met.theirs));
    for (const [path, value] of own)
      form.setValue(path as FieldPath<V>, value as never, { shouldDirty: true });
    current.current = met.revision;
    setConflict(undefined);
    onLoaded?.(form.getValues());
  };
  return {
    /** The other writer's version, until the user has decided which of both stays. */
    conflict,
    withRevision: (input: V): V =>
      current.current === undefined ? input : { ...input, revision: current.current },
    /**
     * Merges their version where nothing overlaps; otherwise returns what to say, and at which
     * fields.
     */
    meet: (met: Conflict, merges: number): AnswerProblem[] | undefined => {
      const { own, overlaps } = compared(met);
      if (overlaps.length === 0 && merges < mostMerges) {
        take(met, own);
        return undefined;
      }
      setConflict(met);
      return overlaps.map(([path, value]) => ({
        pointer: pointerOf(path.split(".")),
        message: changedTo(met.by, value),
      }));
    },
    /** Shows their version in place of what was typed. */
    load: () => conflict && take(conflict, []),
    /** Keeps what was changed here, on their version: the next save replaces it. */
    takeBeneath: () => conflict && take(conflict, compared(conflict).own),
    saved: (value: unknown) => {
      setConflict(undefined);
      if (
        typeof value === "object" &&
        value !== null &&
        "revision" in value &&
        typeof value.revision === "number"
      )
        current.current = value.revision;
    },
  };
}
