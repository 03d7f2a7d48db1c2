import type { SentContent } from "@/lib/template/content";
import type { TemplateParameter } from "@/lib/template/parameters";
import { worstTexts, type OwnApp } from "./worst-case";

/** What a limit is set to, the first that fits, in bytes. */
const limits = [1_000, 500, 300, 200, 150, 120, 100, 80, 60, 50, 40, 30, 20];

/**
 * Returns the parameters with the largest maximum length, the same for all of them, with which
 * everything fits for any values; shorter ones stay. Undefined where even {@link limits} of 20
 * bytes do not.
 */
export function withSensibleLimits(
  making: SentContent,
  own: OwnApp,
): TemplateParameter[] | undefined {
  for (const most of limits) {
    const parameters = making.parameters.map((one) =>
      one.type === "text" || one.type === "url"
        ? { ...one, maxLength: Math.min(one.maxLength ?? most, most) }
        : one,
    );
    if (worstTexts({ ...making, parameters }, own).length === 0) return parameters;
  }
  return undefined;
}
