/**
 * The service that an address looks at: the one it names, else the first by name, a sandbox only
 * where there is no other. Undefined for one that is not among them.
 *
 * @param askedId `service` of the query
 */
export function presentService<S extends { id: string; sandbox: boolean }>(
  services: readonly S[],
  askedId: string | undefined,
): S | undefined {
  if (askedId !== undefined) return services.find(({ id }) => id === askedId);
  return services.find(({ sandbox }) => !sandbox) ?? services[0];
}

/** The same address, looking at a service; one that names its own stays as it is. */
export function withService(href: string, serviceId: string | undefined): string {
  const url = new URL(href, "http://console");
  if (serviceId === undefined || url.searchParams.has("service")) return href;
  url.searchParams.set("service", serviceId);
  return `${url.pathname}${url.search}${url.hash}`;
}
