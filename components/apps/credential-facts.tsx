import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { ExactValue, Fact } from "@/components/ui/fact";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { applies, limitsOf, mask, type Description, type Field } from "@/lib/describe/description";
import { refusedWords } from "@/lib/describe/refusals";
import type { CredentialRow } from "@/lib/directory/app/read";
import { providers } from "@/lib/providers/credentials";
import { CircuitBanners } from "./circuit-banner";
import { dayText, ExpiryBanner } from "./expiry-banner";
import { healthOf } from "./health";
import { devicesText } from "./lost-devices";
import { QuotaFacts } from "./quota-facts";

/** Shows the state of a credential and its members, secret ones masked. */
export function CredentialFacts({ credential }: { credential: CredentialRow }) {
  const { provider, settings, refusedSince, refusedFor } = credential;
  const { fields }: Description = providers[provider];
  const visibleFields = Object.entries<Field>(fields).filter(
    ([name, field]) =>
      applies(fields, name, settings) && (field.secret || isTelling(field, settings[name])),
  );
  return (
    <div className="space-y-4">
      {refusedSince !== null && (
        <Banner
          kind="danger"
          title={
            <>
              Refused since <RelativeTime at={refusedSince} />
            </>
          }
        >
          {refusedWords(provider, refusedFor ?? "")} Messages wait and are sent once this is fixed,
          unless they expire first.
        </Banner>
      )}
      {credential.expiresAt !== null && <ExpiryBanner at={credential.expiresAt} />}
      <CircuitBanners provider={provider} circuits={credential.circuits} />
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
        {visibleFields.map(([name, field]) => (
          <Fact key={name} name={field.label}>
            <Member field={field} value={settings[name]} copied={name === "publicKey"} />
          </Fact>
        ))}
        {credential.expiresAt !== null && (
          <Fact name="Valid until">
            <time dateTime={credential.expiresAt}>{dayText(credential.expiresAt)}</time>
          </Fact>
        )}
        <Fact name="State">
          <span className="min-w-0">{stateOf(credential)}</span>
        </Fact>
        <Fact name="Reaches">{devicesText(credential)}</Fact>
      </dl>
      {provider === "fcm" && <QuotaFacts quota={credential.quota} />}
    </div>
  );
}

/** Members at their defaults are left out; the choice of a provider's address is always shown. */
function isTelling(field: Field, value: string | undefined): boolean {
  return value !== undefined && (field.presets !== undefined || value !== limitsOf(field).fallback);
}

function Member({
  field,
  value,
  copied,
}: {
  field: Field;
  value: string | undefined;
  copied: boolean;
}): ReactNode {
  if (field.secret)
    return (
      <>
        <span aria-hidden>{mask}</span>
        <span className="sr-only">Saved and hidden</span>
      </>
    );
  if (field.type === "lines") return "Set";
  const named = field.options?.[value ?? ""] ?? field.presets?.[value ?? ""];
  if (named !== undefined) return named;
  if (copied) return <ExactValue value={value ?? ""} what={field.label.toLowerCase()} />;
  return (
    <Verbatim className="min-w-0 truncate" title={value}>
      {value}
    </Verbatim>
  );
}

function stateOf(credential: CredentialRow): ReactNode {
  const { checkedAt, workedAt } = credential;
  const worked = workedAt !== null && (
    <>
      Last message accepted <RelativeTime at={workedAt} />
    </>
  );
  if (worked) return worked;
  if (healthOf(credential) === "refused") return "Refused";
  if (checkedAt !== null)
    return (
      <>
        Checked <RelativeTime at={checkedAt} />
      </>
    );
  return "Saved without a check";
}
