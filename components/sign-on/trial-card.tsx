import { placeText } from "@/components/member/role-text";
import { Banner } from "@/components/ui/banner";
import { PaddedCard } from "@/components/ui/card";
import { JsonView } from "@/components/ui/json-view";
import type { Trial } from "@/lib/sign-on/enter";

interface TrialCardProps {
  trial: Trial;
  services: readonly { id: string; name: string }[];
}

type Outcome = NonNullable<Trial["outcome"]>;
type Change = Outcome["changes"][number];

const ways: Record<Outcome["how"], (email: string) => string> = {
  existing: (email) => `Signs in as ${email}.`,
  linked: (email) => `Links the account of ${email}, and signs in as them.`,
  created: (email) => `Makes an account for ${email}, and signs in as them.`,
};

/** What a test run showed: what it would give, and every claim that came. */
export function TrialCard({ trial: { claims, outcome, refused }, services }: TrialCardProps) {
  return (
    <PaddedCard
      className="mb-5"
      id="trial"
      title="Test run"
      description="Nothing was changed."
      inside="space-y-4"
    >
      {refused !== null && (
        <Banner kind="danger" announce title="This would be refused">
          {refused}
        </Banner>
      )}
      {outcome && (
        <Banner kind="success" announce title={ways[outcome.how](outcome.email)}>
          {outcome.changes.length === 0 ? (
            "No roles change."
          ) : (
            <ul>
              {outcome.changes.map((change) => (
                <li key={change.serviceId}>
                  {services.find(({ id }) => id === change.serviceId)?.name ?? "Another service"}:{" "}
                  {changeText(change)}
                </li>
              ))}
            </ul>
          )}
        </Banner>
      )}
      {claims && (
        <JsonView
          label="Claims"
          text={JSON.stringify(claims, null, 2)}
          className="max-h-80 rounded-md border border-line"
        />
      )}
    </PaddedCard>
  );
}

function changeText({ before, after, staysOwner }: Change): string {
  if (staysOwner) return "stays owner, as the last one";
  if (after === null) return before ? `no longer ${placeText(before)}` : "no role";
  return before ? `${placeText(after)}, before ${placeText(before)}` : placeText(after);
}
