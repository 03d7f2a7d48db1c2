import { Verbatim } from "@/components/ui/verbatim";
import { readAppleCertificate, type AppleCertificate } from "@/lib/describe/apple-certificate";
import { providers } from "@/lib/providers/credentials";

/** What a certificate that was written is for and until when; nothing of what is none. */
export function CertificateSummary({ certificate }: { certificate: string | undefined }) {
  const pem = providers.apns.fields.certificate.check.safeParse(certificate).data;
  if (pem === undefined) return null;
  const { topics, development, production, until } = readAppleCertificate(pem);
  const firstTopics = topics.slice(0, mostTopics).join(", ");
  const more = topics.length > mostTopics ? ` and ${topics.length - mostTopics} more` : "";
  const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(until);
  return (
    <p className="text-xs text-ink-muted">
      For <Verbatim className="break-words">{firstTopics}</Verbatim>
      {more}, {environmentsOf({ development, production })}. Valid until {day}.
    </p>
  );
}

const mostTopics = 5;

function environmentsOf({
  development,
  production,
}: Pick<AppleCertificate, "development" | "production">): string {
  if (development && production) return "in production and development";
  return production ? "in production alone" : "in development alone";
}
