import { once } from "./once";

const closers = () =>
  once<{ name: string; close: () => Promise<void> | void }[]>("closers", () => []);

/**
 * Registers something to close when the process stops. Closed in reverse order of registration:
 * what was opened last goes first.
 */
export function onStop(name: string, close: () => Promise<void> | void): void {
  closers().push({ name, close });
}

/**
 * Closes everything registered with {@link onStop}, one after the other. A closer that throws does
 * not keep the others from running; what failed is returned so that the caller can log it.
 */
export async function stopAll(): Promise<{ name: string; error: unknown }[]> {
  const failed: { name: string; error: unknown }[] = [];
  for (;;) {
    const closer = closers().pop();
    if (!closer) return failed;
    try {
      await closer.close();
    } catch (error) {
      failed.push({ name: closer.name, error });
    }
  }
}
