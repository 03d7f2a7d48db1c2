import { loadCredential } from "@/lib/directory/credential/load";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { log } from "@/lib/log/log";
import type { Provider } from "@/lib/providers/provider";
import { openProvider } from "@/lib/providers/registry";
import { once } from "@/lib/runtime/once";
import { watchCredential, writeCircuits, type CredentialCircuits } from "./circuits";
import { quotaCounter, writeQuotaUse } from "./quota-use";

/** The adapter of an app for one provider, or why there is none. */
export type AppProvider =
  | { provider: Provider; flagged: boolean; worked: boolean }
  | { missing: true }
  | { broken: string };

interface Open {
  version: string;
  provider: Provider;
  circuits: CredentialCircuits;
}
const opened = () => once("providers", () => new Map<string, Open>());

/**
 * The adapter with the app's current credential. One that was opened with an older credential
 * finishes what it has in flight and closes.
 */
export async function providerOfApp(appId: string, kind: ProviderKind): Promise<AppProvider> {
  const name = `${appId}:${kind}`;
  let loaded;
  try {
    loaded = await loadCredential(appId, kind);
  } catch (error) {
    return { broken: error instanceof Error ? error.message : "The credential cannot be read." };
  }
  const openedCredential = opened().get(name);
  if (!loaded) {
    if (openedCredential) closeLater(name, openedCredential);
    return { missing: true };
  }
  if (openedCredential?.version === loaded.version)
    return { provider: openedCredential.provider, flagged: loaded.flagged, worked: loaded.worked };
  if (openedCredential) closeLater(name, openedCredential);
  try {
    const circuits = watchCredential(appId, kind);
    const provider = openProvider(kind, loaded.credential, loaded.lab, {
      circuit: circuits.watch,
      answered: quotaCounter(appId, kind, loaded.credential),
    });
    opened().set(name, { version: loaded.version, provider, circuits });
    return { provider, flagged: loaded.flagged, worked: loaded.worked };
  } catch (error) {
    return { broken: error instanceof Error ? error.message : "The credential cannot be used." };
  }
}

/** Closes all adapters after what they have in flight. */
export async function closeProviders(): Promise<void> {
  const all = [...opened().values()];
  opened().clear();
  for (const { circuits } of all) circuits.end();
  await Promise.all([writeCircuits(), ...all.map(({ provider }) => provider.close())]);
  await writeQuotaUse();
}

function closeLater(name: string, { provider, circuits }: Open): void {
  opened().delete(name);
  circuits.end();
  provider
    .close()
    .catch((error: unknown) =>
      log().warn({ err: error, name }, "a provider's connections did not close"),
    );
}
