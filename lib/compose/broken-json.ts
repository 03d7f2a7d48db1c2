import { faultSentence, jsonFault } from "@/lib/interface/json-fault";

/** Why a text is nothing that a form could hold; `line`, from 1, where it is no JSON. */
export interface NotRead {
  ok: false;
  message: string;
  line?: number;
}

/** Why a text is no JSON yet, and where. */
export function brokenJson(text: string): NotRead {
  const fault = jsonFault(text);
  if (!fault) return { ok: false, message: "This isn’t valid JSON yet." };
  return {
    ok: false,
    message: `This isn’t valid JSON yet. ${faultSentence(fault)}`,
    line: fault.line,
  };
}
