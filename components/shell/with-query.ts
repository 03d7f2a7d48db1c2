/** A path with a query: what is undefined or empty is left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, value);
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The one value of a query parameter; undefined when it is absent, empty or given twice. */
export function single(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
