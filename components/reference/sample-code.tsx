"use client";

import type { Call } from "@/components/facts/call";
import { codeFor, languageNames } from "@/components/facts/code";
import { CodeBlock } from "@/components/ui/code-block";
import { useReader } from "./reader";

/** A call in the reader's language, and its answer below. */
export function SampleCode({
  call,
  what,
  status,
  answer,
}: {
  call: Call;
  what: string;
  status: number;
  answer: string;
}) {
  const { language, ownKey } = useReader();
  const isOwn = call.key === "SERVICE_KEY" ? ownKey : undefined;
  return (
    <>
      <CodeBlock
        title={`${languageNames[language]} request`}
        label={`${what}: ${languageNames[language]} request`}
        what={`${languageNames[language]} request`}
        code={codeFor(language, call, isOwn)}
      />
      <CodeBlock
        title={`Response ${status}`}
        label={`${what}: response`}
        what="response"
        code={answer}
      />
    </>
  );
}
