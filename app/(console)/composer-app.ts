import type { ComposerApp } from "@/lib/compose/composition";
import type { AppRow } from "@/lib/directory/app/list";

/** What examining and drawing a message is told of an app. */
export function composerApp({ providers, ...app }: AppRow): ComposerApp {
  return { ...app, providers: providers.map(({ provider }) => provider) };
}
