/** Goes to another page of the console, all anew: what was signed in is in its cookies. Never ends, so that nothing is asked for twice meanwhile. */
export function leaveFor(path: string): Promise<never> {
  window.location.assign(path);
  return new Promise(() => undefined);
}
