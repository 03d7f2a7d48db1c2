import type { Sql } from "@/lib/database/sql";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { saveCredential } from "../credential/save";
import { idleCredential } from "../credential/testing";
import { createApp } from "./create";

/**
 * An app of a service, with a credential for each of these providers with which nothing can be
 * sent. For tests.
 */
export async function testApp(
  tx: Sql,
  serviceId: string,
  appid: string,
  providers: readonly ProviderKind[] = ["fcm"],
): ReturnType<typeof createApp> {
  const context = { actor: { kind: "job" as const, name: "test" }, tx };
  const app = await createApp(context, { serviceId, appid, name: appid });
  for (const provider of providers)
    await saveCredential(context, {
      appId: app.id,
      provider,
      credential: idleCredential(provider),
    });
  return app;
}
