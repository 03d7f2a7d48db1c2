import type { FieldPath, FieldValues } from "react-hook-form";

/**
 * A path of the values that a form edits, to be named where a field is used:
 * `<TextField<AudienceInput> path="name" label="Name" />`. Where no path is named there is none, so
 * that an unchecked path does not compile.
 */
export type PathOf<V extends FieldValues> = NoInfer<
  string extends FieldPath<V> ? never : FieldPath<V>
>;
