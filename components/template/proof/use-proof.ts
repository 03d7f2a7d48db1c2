"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { TemplateProof } from "@/lib/directory/template/prove";
import { paths } from "@/lib/inputs/paths";

export type ProofState =
  | { kind: "idle" }
  | { kind: "running" | "done" | "stopped"; report: TemplateProof | undefined }
  | { kind: "failed"; message: string };

/**
 * Runs a template's draft over what was really sent, and reports findings as they come. One run at
 * a time; leaving the page ends it.
 */
export function useProof(id: string) {
  const [state, setState] = useState<ProofState>({ kind: "idle" });
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    running.current?.abort();
    setState((now) => (now.kind === "running" ? { ...now, kind: "stopped" } : now));
  }, []);
  const run = useCallback(async () => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setState({ kind: "running", report: undefined });
    try {
      const answer = await fetch(paths.templateProof(id), { signal: own.signal });
      if (!answer.ok || !answer.body) {
        const message =
          answer.status < 500 ? await answer.text() : "The server could not do it. Try again.";
        return setState({ kind: "failed", message });
      }
      let report: TemplateProof | undefined;
      for await (const line of linesIn(answer.body)) {
        report = JSON.parse(line) as TemplateProof;
        if (running.current === own) setState({ kind: "running", report });
      }
      if (running.current === own) setState({ kind: "done", report });
    } catch {
      // A run that was stopped has said so.
      if (!own.signal.aborted)
        setState({ kind: "failed", message: "The connection was lost. Try again." });
    }
  }, [id]);
  useEffect(() => () => running.current?.abort(), []);
  return { state, run, stop };
}

async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
