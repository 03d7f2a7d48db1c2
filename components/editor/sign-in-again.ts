import { paths } from "@/lib/inputs/paths";

/**
 * Opens the sign-in page in this tab. It leads back to the address of now, which the router may not
 * know: an editor writes the id of its draft there.
 */
export function signInAgain(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(`${paths.signIn({ next: `${pathname}${search}` })}${hash}`);
}
