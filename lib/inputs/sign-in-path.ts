/**
 * The sign-in page's path that leads back to a path of the console with its query. A fragment stays
 * that of the address, and is carried on from there.
 */
export function signInPath(next: string): string {
  return next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
}
