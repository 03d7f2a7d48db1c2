const compact = new Intl.NumberFormat("en", { notation: "compact" });

/**
 * The top of a scale that a value fits under: a round number of which the half is a whole one. At
 * least 2.
 */
export function scaleTop(most: number): number {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(most)) - 1);
  const steps = [2, 4, 6, 8, 10];
  return (steps.find((step) => step * power >= most) ?? 10) * power;
}

/** A number of a scale in as few letters as it takes: "400", "20K". */
export function scaleText(value: number): string {
  return compact.format(value);
}
