import type { Misfit } from "@/lib/template/parameter-value";

/** Why a parameter does not take a value, where the user writes it. */
export function misfitText(misfit: Misfit): string {
  if (misfit.kind === "type") return `This must be ${misfit.expected}.`;
  return `This is too long: at most ${misfit.limit.toLocaleString("en")} bytes.`;
}
