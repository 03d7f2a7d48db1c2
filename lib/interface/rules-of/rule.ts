import type { ProblemCode } from "@/lib/interface/codes";

/**
 * One rule of the wire contract: what a problem is called, where it stands, what it says and why.
 */
export interface Rule {
  code: ProblemCode;
  /** An error refuses the request; a warning is returned with an accepted one. */
  severity: "error" | "warning";
  /**
   * RFC 6901 pointer of the member; `*` stands for an index or a name, `**` for any depth, `""` for
   * the whole body.
   */
  pointer: string;
  /** What is said; `{name}` is filled in from the problem's own words. */
  message: string;
  /** Where the rule is written. */
  clause: string;
  /** One line for the reference: what to do. */
  explanation: string;
}

export function error(
  pointer: string,
  message: string,
  clause: string,
  explanation: string,
  code: ProblemCode = "7004",
): Rule {
  return { code, severity: "error", pointer, message, clause, explanation };
}

export function warning(
  pointer: string,
  message: string,
  clause: string,
  explanation: string,
  code: ProblemCode = "7004",
): Rule {
  return { code, severity: "warning", pointer, message, clause, explanation };
}
