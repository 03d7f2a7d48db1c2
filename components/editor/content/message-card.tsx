"use client";

import { KindIcon } from "@/components/facts/kind-icon";
import { platformName } from "@/components/facts/platform-names";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Switch } from "@/components/ui/switch";
import { Tabs } from "@/components/ui/tabs";
import { placeOf, type ContentTab } from "@/lib/compose/place";
import type { Finding } from "@/lib/findings/findings";
import type { Platform } from "@/lib/interface/device-kinds";
import { useMessageWriting } from "../content-context";
import { useStanding } from "../examined/examined";
import { AndroidFields } from "./android-fields";
import { IosFields } from "./ios-fields";
import { useOfferedPlatforms, usePlatforms } from "./platform-states";
import { SharedFields } from "./shared-fields";
import { WebFields } from "./web-fields";

const fields: Record<Platform, () => React.ReactNode> = {
  android: AndroidFields,
  ios: IosFields,
  web: WebFields,
};

/** What the notification says: once for all, and where a platform wants its own words. */
export function MessageCard({
  tab,
  onTabChange,
}: {
  tab: ContentTab;
  onTabChange: (tab: ContentTab) => void;
}) {
  const offered = useOfferedPlatforms();
  return (
    <Card aria-labelledby="message-title">
      <CardHeader
        id="message-title"
        title="Content"
        description="Write once for all platforms, or customise it for one."
        className="max-sm:sr-only"
      />
      <CardBody className="pt-0 sm:pt-1.5">
        <Tabs
          label="Platforms"
          contentClassName="max-sm:pt-3"
          value={tab === "all" || offered.includes(tab) ? tab : "all"}
          onValueChange={(value) => onTabChange(value as ContentTab)}
          items={[
            { value: "all", label: "All", content: <SharedFields onOpen={onTabChange} /> },
            ...offered.map((platform) => ({
              value: platform,
              label: (
                <>
                  <KindIcon kind={platform} />
                  {platformName(platform)}
                </>
              ),
              badge: <PlatformMark platform={platform} />,
              content: <PlatformTab platform={platform} />,
            })),
          ]}
        />
      </CardBody>
    </Card>
  );
}

/** Marks the name of a platform: off, wrong, or in its own words. */
function PlatformMark({ platform }: { platform: Platform }) {
  const { on, own } = usePlatforms()[platform];
  const { errors, warnings } = useStanding();
  const concerns = (finding: Finding) =>
    finding.problems.some(({ pointer }) => placeOf(pointer).tab === platform);
  if (!on) return <Badge>off</Badge>;
  if (errors.some(concerns)) return <Dot className="bg-red-solid" text="has a problem" />;
  if (warnings.some(concerns)) return <Dot className="bg-amber-solid" text="has a warning" />;
  return own.length > 0 ? <Dot className="bg-accent" text="Customised" /> : null;
}

function Dot({ className, text }: { className: string; text: string }) {
  return (
    <span className={`size-1.5 rounded-full ${className}`} title={text}>
      <span className="sr-only">{text}</span>
    </span>
  );
}

function PlatformTab({ platform }: { platform: Platform }) {
  const writing = useMessageWriting();
  const { on, brought } = usePlatforms()[platform];
  const Fields = fields[platform];
  return (
    <div className="space-y-4">
      <Switch
        checked={on}
        disabled={brought}
        onCheckedChange={(checked) => writing.turn(platform, checked)}
        label={`Send to ${platformName(platform)}`}
        {...(brought
          ? { hint: "Set by the template." }
          : platform === "android" && { hint: "Android phones, by Google and by Huawei." })}
      />
      {on && <Fields />}
    </div>
  );
}
