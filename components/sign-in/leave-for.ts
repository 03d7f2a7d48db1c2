/** Loads another page of the console in full: the session is in its cookies. Never ends, so that no request is sent twice meanwhile. */
export function leaveFor(path: string): Promise<never> {
  window.location.assign(path);
  return new Promise(() => undefined);
}
