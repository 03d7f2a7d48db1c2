import { Checkbox } from "@/components/ui/checkbox";

interface VersionChoiceProps {
  template: { name: string; version: number };
  follows: boolean;
  onFollows: (follows: boolean) => void;
  /** Each app has its own versions. */
  severalApps: boolean;
}

/** Whether a scheduled message keeps the version of its template, or follows what is published. */
export function VersionChoice({ template, follows, onFollows, severalApps }: VersionChoiceProps) {
  const pinned = severalApps
    ? "Each app keeps the version that it has published now."
    : `Version ${template.version} is sent, even if a newer one is published before then.`;
  return (
    <Checkbox
      checked={follows}
      onCheckedChange={onFollows}
      label={`Use the newest version of “${template.name}” when it is sent`}
      hint={follows ? "The version published at that time is sent." : pinned}
    />
  );
}
