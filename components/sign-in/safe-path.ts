/** The path to open after signing in: the given one if it stays on this site, else home. */
export function safePath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith("/") || wanted.startsWith("//") || wanted.includes("\\")) return "/";
  const url = new URL(wanted, "http://here.invalid");
  return url.host === "here.invalid" ? `${url.pathname}${url.search}` : "/";
}
