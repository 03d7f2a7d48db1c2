import { useState } from "react";

/**
 * What a control shows whose value is written in another way than it is typed: the text as it was
 * typed until the control is left, for as long as it means the value. A text that changes under an
 * input method that composes would be typed twice.
 *
 * @param value the value as it is written
 * @param write how a typed text is written
 */
export function useTyped(value: string, write: (typed: string) => string) {
  const [typed, setTyped] = useState<string>();
  return {
    text: typed !== undefined && write(typed) === value ? typed : value,
    type: setTyped,
    settle: () => setTyped(undefined),
  };
}
