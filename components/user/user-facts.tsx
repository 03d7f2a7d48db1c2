import { ExactValue, Fact, NoValue } from "@/components/ui/fact";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { languageName } from "@/lib/compose/language-name";
import type { OpenUser } from "@/lib/directory/user/open";
import { valueText } from "./attribute-words";

const facts = "grid grid-cols-1 gap-x-8 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-3";

function Seen({ at }: { at: string | null }) {
  return at === null ? <NoValue>Never</NoValue> : <RelativeTime at={at} />;
}

/** Shows what is stored of a user besides their attributes. */
export function UserFacts({ user }: { user: OpenUser }) {
  const { userid, language, timezone, firstSeenAt, lastSeenAt, updatedAt, suppression } = user;
  return (
    <>
      <p className="mb-4 text-lg font-medium tracking-tight text-pretty">
        {suppression !== null
          ? "On the suppression list: gets no messages from this service."
          : user.devices.some(({ state }) => state === "active")
            ? "Gets messages of this service."
            : "Has no device in use, so messages don’t reach them."}
      </p>
      <dl className={facts}>
        <Fact name="User ID">
          <ExactValue value={userid} what="user ID" />
        </Fact>
        <Fact name="Language">
          {language === null ? (
            <NoValue>Unknown</NoValue>
          ) : (
            `${languageName(language)} (${language})`
          )}
        </Fact>
        <Fact name="Time zone">{timezone ?? <NoValue>Unknown</NoValue>}</Fact>
        <Fact name="First seen">
          <Seen at={firstSeenAt} />
        </Fact>
        <Fact name="Last seen">
          <Seen at={lastSeenAt} />
        </Fact>
        <Fact name="Changed">
          <RelativeTime at={updatedAt} />
        </Fact>
      </dl>
    </>
  );
}

/** Shows the attributes of a user. */
export function UserAttributes({ attributes }: { attributes: OpenUser["attributes"] }) {
  if (attributes.length === 0) return <p className="text-ink-muted">No attributes yet.</p>;
  return (
    <dl className={facts}>
      {attributes.map(({ name, type, description, value }) => (
        <Fact key={name} name={name} {...(description !== "" && { note: description })}>
          <Verbatim className="min-w-0 break-words">{valueText(type, value)}</Verbatim>
        </Fact>
      ))}
    </dl>
  );
}
