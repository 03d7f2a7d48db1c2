/** A sample request and the answer to it. */
export interface Sample {
  /** The path with its parameters filled in. */
  path: string;
  /** JSON text; undefined where the call has no body. */
  body?: string;
  /** Of the answer, when all is well. */
  status: number;
  answer: unknown;
  /** What members are at other times that are null in this answer, by their path. */
  nulls?: Readonly<Record<string, "string" | "number">>;
}
