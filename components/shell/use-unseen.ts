import { useEffect, useState } from "react";

const everyMs = 60_000;
const changed = "clarion:notices";

/** Makes the bell count the new notices again; called once the member has seen them. */
export function recountUnseen(): void {
  window.dispatchEvent(new Event(changed));
}

/**
 * How many notices are new, 0 until the first answer: asked once the page stands, each minute while
 * it is visible, and when the user comes back to it.
 */
export function useUnseen(): number {
  const [unseen, setUnseen] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const ask = async () => {
      if (document.visibilityState === "hidden") return;
      try {
        const answer = await fetch("/live/notices", { signal });
        if (!answer.ok) return;
        const body: unknown = await answer.json();
        if (
          typeof body === "object" &&
          body !== null &&
          "unseen" in body &&
          typeof body.unseen === "number"
        )
          setUnseen(body.unseen);
      } catch {
        // Offline, the number stays as it is until the next poll.
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), everyMs);
    document.addEventListener("visibilitychange", () => void ask(), { signal });
    window.addEventListener(changed, () => void ask(), { signal });
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, []);
  return unseen;
}
