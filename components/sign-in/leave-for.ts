/**
 * Loads another page of the console in full: the session is in its cookies. A path without a
 * fragment gets that of this page, which a browser keeps when it is redirected here. Never ends, so
 * that no request is sent twice meanwhile.
 */
export function leaveFor(path: string): Promise<never> {
  window.location.assign(path.includes("#") ? path : `${path}${window.location.hash}`);
  return new Promise(() => undefined);
}
