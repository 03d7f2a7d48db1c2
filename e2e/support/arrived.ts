/** What a provider's endpoint in the sandbox took for one device: Web Push decrypted. */
export interface DeviceArrival {
  id: string;
  deviceid: string;
  provider: string;
  kind: string;
  userid: string;
  pushId: string;
  transid: string;
  headers: Record<string, string>;
  /** The exact text. */
  body: string;
}

/**
 * What the sandbox’s devices were sent that holds this text.
 *
 * @param server with the service key of its sandbox
 */
export async function arrived(
  server: { origin: string; serviceKey: string },
  text: string,
): Promise<DeviceArrival[]> {
  const answer = await fetch(`${server.origin}/resources/v1/lab/notifications`, {
    headers: { key: server.serviceKey },
  });
  return ((await answer.json()) as DeviceArrival[]).filter(({ body }) => body.includes(text));
}
