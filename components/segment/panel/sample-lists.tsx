import { SameServiceLink } from "@/components/shell/same-service";
import { Verbatim, verbatim } from "@/components/ui/verbatim";
import type { MissingUser, SampleUser, SegmentSamples } from "@/lib/directory/segment/samples";
import { paths } from "@/lib/inputs/paths";

/** Some users who are in a segment, and some whom one condition alone keeps out. */
export function SampleLists({ samples: { matching, missing } }: { samples: SegmentSamples }) {
  return (
    <div className="space-y-4 text-sm">
      <section aria-labelledby="matching-title">
        <h3 id="matching-title" className="mb-1.5 font-medium">
          In the segment
        </h3>
        {matching.length === 0 ? (
          <p className="text-ink-muted">No user is.</p>
        ) : (
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            {matching.map((user) => (
              <li key={user.id} className="min-w-0">
                <UserLink user={user} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="missing-title">
        <h3 id="missing-title" className="mb-1.5 font-medium">
          Just not in it
        </h3>
        {missing.length === 0 ? (
          <p className="text-ink-muted">No user misses by one condition alone.</p>
        ) : (
          <ul className="space-y-1.5">
            {missing.map((user) => (
              <li key={user.id}>
                <UserLink user={user} />
                <span className="block text-ink-muted">{reason(user)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function reason({ words, isTrue }: MissingUser) {
  return (
    <>
      {isTrue ? "Is one of those " : "Is none of those "}
      <Verbatim>{words}</Verbatim>
    </>
  );
}

function UserLink({ user: { id, userid } }: { user: SampleUser }) {
  return (
    <SameServiceLink
      href={paths.user(id)}
      {...verbatim}
      className="foreign inline-block max-w-full truncate align-bottom underline underline-offset-2"
    >
      {userid}
    </SameServiceLink>
  );
}
