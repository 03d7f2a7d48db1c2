const mostUnits = 100;

/**
 * An id for what is called so: letters and digits of ASCII, other letters without their marks, `_`
 * between words. "" where the name has none.
 */
export function idFrom(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+/, "")
    .slice(0, mostUnits)
    .replace(/_+$/, "");
}
