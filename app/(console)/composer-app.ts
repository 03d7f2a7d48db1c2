import type { ComposerApp } from "@/lib/compose/composition";
import type { AppRow } from "@/lib/directory/app/list";

/** The facts of an app that examining and drawing a message needs. */
export function composerApp({ providers, ...app }: AppRow): ComposerApp {
  return { ...app, providers: providers.map(({ provider }) => provider) };
}
