/** A POST to an address that somebody else chose; `guardedPost` of the room outbound, or what a test puts in its place. */
export type Post = (
  url: string,
  options: { headers: Record<string, string>; body: string | Uint8Array; timeoutMs: number; maxBytes: number },
) => Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>;
