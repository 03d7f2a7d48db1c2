import { expect } from "vitest";
import { ConfigurationError, parseEnvironment } from "./environment";

/** Returns what an environment is refused with, undefined where it is accepted. For tests. */
export function refusal(source: Record<string, string>): string | undefined {
  try {
    parseEnvironment(source);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
  return undefined;
}
