import { providerFacts } from "@/lib/providers/facts";
import type { ProviderKind } from "./device-kinds";

type Names = Readonly<Record<ProviderKind, string>>;
const namesBy = (member: "name" | "answers") =>
  Object.fromEntries(providerFacts.map((facts) => [facts.kind, facts[member]])) as Names;

/**
 * The name of each provider in sentences of the console. The whole name is the `label` of its
 * credential (`lib/providers/credentials`).
 */
export const providerNames = namesBy("name");
/** How the reasons of outcomes name each provider. */
export const answerNames = namesBy("answers");
