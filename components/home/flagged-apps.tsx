import { Banner } from "@/components/ui/banner";
import { Code } from "@/components/ui/verbatim";
import { refusedWords } from "@/lib/describe/refusals";
import { providerNames } from "@/lib/interface/device-kinds";
import type { Overview } from "./overview";

/** Providers that refuse an app's credential: nothing goes out there until it is mended. */
export function FlaggedApps({ flagged }: { flagged: Overview["flagged"] }) {
  if (flagged.length === 0) return null;
  return (
    <Banner
      kind="warning"
      title={
        flagged.length === 1
          ? "A provider refuses an app’s credential"
          : "Providers refuse the credentials of some apps"
      }
    >
      <ul className="mt-1 space-y-0.5">
        {flagged.map(({ appid, provider, reason }) => (
          <li key={`${appid} ${provider}`}>
            <Code className="font-medium text-ink">{appid}</Code> on {providerNames[provider]}:{" "}
            {refusedWords(provider, reason)}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        Its messages wait until you fix the credential, unless they expire first.
      </p>
    </Banner>
  );
}
