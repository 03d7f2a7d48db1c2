import { notFound } from "next/navigation";
import { RefusedError } from "@/lib/verb/errors";

/**
 * What a link opens; the not-found page where it opens nothing. `paused` says why a visitor after
 * too many attempts has to wait.
 */
export async function opened<T>(
  look: Promise<T | undefined>,
): Promise<{ target: T } | { paused: string }> {
  try {
    return { target: (await look) ?? notFound() };
  } catch (error) {
    if (error instanceof RefusedError) return { paused: error.message };
    throw error;
  }
}
