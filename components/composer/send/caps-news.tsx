import { Banner } from "@/components/ui/banner";
import type { PlannedCaps } from "@/lib/campaign/read-plan";
import { capsSentence } from "./caps-sentence";

/** Whom frequency caps leave out, or that they do not apply; nothing where they change nothing. */
export function CapsNews({ caps }: { caps: PlannedCaps }) {
  if (!caps.exempt && caps.users === 0) return null;
  return (
    <Banner
      className="mb-3"
      title={caps.exempt ? "Frequency caps do not apply" : "Frequency caps leave some users out"}
    >
      {caps.exempt
        ? "The message is marked as necessary."
        : `${capsSentence(caps)} The results show them exactly.`}
    </Banner>
  );
}
