import { signInPath } from "@/lib/inputs/sign-in-path";

/**
 * Opens the sign-in page in this tab. It leads back to the address of now, which the router may not
 * know: an editor writes the id of its draft there.
 */
export function signInAgain(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(`${signInPath(`${pathname}${search}`)}${hash}`);
}
