/** The sign-in page's path that leads back to a path of the console, with its query and fragment. */
export function signInPath(next: string): string {
  return next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
}
