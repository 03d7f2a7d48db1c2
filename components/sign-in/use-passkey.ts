"use client";

import { useRef, useState } from "react";
import { takeSecondStep, type RefusalCode } from "@/components/shell/auth-call";
import { leaveFor } from "./leave-for";
import { signWithPasskey, type AskPasskey } from "./passkey-call";

/** Signs in with a passkey, and goes on to a path of this site; shows the reason of a refusal. */
export function usePasskey(next: string, ask: AskPasskey, onRefused: (code: RefusalCode) => void) {
  const underWay = useRef(false);
  const [signing, setSigning] = useState(false);
  const attempt = async (): Promise<RefusalCode | undefined> => {
    try {
      const challenge = await ask({});
      if (!challenge.ok) return "passkey";
      const passkey = await signWithPasskey(challenge.value);
      return passkey === undefined ? "left" : await takeSecondStep({ passkey });
    } catch {
      return "unreachable";
    }
  };
  const sign = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setSigning(true);
    const code = await attempt();
    if (code === undefined) return leaveFor(next);
    underWay.current = false;
    setSigning(false);
    onRefused(code);
  };
  return { signing, sign: () => void sign() };
}
