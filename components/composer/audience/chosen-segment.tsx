"use client";

import { useReach } from "@/components/editor/reach/reach-state";
import { TryAgain } from "@/components/editor/try-again";
import { useNotices } from "@/components/form/use-field";
import { Banner } from "@/components/ui/banner";
import { Field } from "@/components/ui/field";
import { RelativeTime } from "@/components/ui/relative-time";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { numberText } from "@/lib/compose/number-text";
import type { SegmentChoice } from "@/lib/compose/reach";

/** The segment it goes to, and when it is decided who is in it. */
export function ChosenSegment() {
  const { reach, segments, chosen, change } = useReach();
  const notices = useNotices("destination.0");
  const { segment } = reach;
  if (!segment) return null;
  const choose = (next: SegmentChoice) =>
    // Values that were chosen for other users are asked for again.
    change({ ...reach, segment: next, lacking: undefined });
  const isListed = segments.some(({ id }) => id === segment.id);
  return (
    <div className="space-y-3" data-path="destination">
      <Field label="Segment" notices={notices} hint={<SegmentHint />}>
        {(aria) => (
          <Select
            {...aria}
            value={isListed ? segment.id : ""}
            placeholder="Choose a segment"
            onValueChange={(id) => choose({ ...segment, id })}
            options={segments.map(({ id, name, words }) => ({
              value: id,
              label: name,
              named: true,
              description: words,
            }))}
          />
        )}
      </Field>
      <Evaluation choice={segment} onChoose={choose} />
      {chosen?.kind === "lost" && (
        <Banner kind="danger" announce title="The segment cannot be used">
          {chosen.why ?? "It was removed, or belongs to another service. Choose another one."}
        </Banner>
      )}
      {chosen?.kind === "away" && (
        <Banner
          kind="warning"
          title="The segment could not be evaluated"
          actions={<TryAgain onClick={chosen.again} />}
        >
          It is still included; its number of users and their values cannot be shown.
        </Banner>
      )}
    </div>
  );
}

/** The rule in words, and how many users it has. */
function SegmentHint() {
  const { chosen } = useReach();
  if (chosen?.kind === "opening") return "Counting …";
  if (chosen?.kind !== "open" || !chosen.audience.segment) return null;
  const { recipients, segment } = chosen.audience;
  return (
    <span className="block first-letter:uppercase">
      {segment.words}: {numberText(recipients)} {recipients === 1 ? "user" : "users"} at{" "}
      <RelativeTime at={segment.at} show="clock" />
    </span>
  );
}

const evaluations = {
  send: "Evaluated again when it is sent. Users who lack a value then are left out.",
  confirmation: "Those who are in it when you confirm get it, even if they leave it before then.",
};

function Evaluation({
  choice,
  onChoose,
}: {
  choice: SegmentChoice;
  onChoose: (choice: SegmentChoice) => void;
}) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">Who is in it is decided</p>
      <SegmentedControl
        label="Who is in it is decided"
        size="sm"
        className="max-w-full flex-wrap"
        value={choice.evaluation}
        onValueChange={(value) =>
          onChoose({ ...choice, evaluation: value === "confirmation" ? value : "send" })
        }
        options={[
          { value: "send", label: "When it is sent" },
          { value: "confirmation", label: "When it is confirmed" },
        ]}
      />
      <p className="mt-1.5 text-xs text-ink-faint" aria-live="polite">
        {evaluations[choice.evaluation]}
      </p>
    </div>
  );
}
