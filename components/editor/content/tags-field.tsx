"use client";

import { platformName } from "@/components/facts/platform-names";
import { KeyValueField, type PairSpelling } from "@/components/form/key-value-field";
import type { Pair } from "@/components/form/pairs";
import { Badge } from "@/components/ui/badge";
import { setIn } from "@/lib/compose/set-in";
import { faultOfRow, kindOfRow, rowsOf, tagsOf } from "@/lib/compose/tags";
import type { Platform } from "@/lib/interface/device-kinds";
import type { JsonValue } from "@/lib/interface/effective";
import type { PushRequestInput } from "@/lib/interface/request";
import { isObject } from "@/lib/interface/value-shape";
import { useRequest } from "../content-context";
import { OptionGroup } from "./option-group";

/** Android's tags without the picture, which has a field of its own. */
const ownTags: Partial<Record<Platform, readonly string[]>> = { android: ["imageurl"] };

function spellingWithout(own: readonly string[]): PairSpelling {
  return {
    toPairs: (value) => rowsOf(value, own),
    toValue: (pairs, before) => {
      const others = Object.entries(
        isObject(before) ? (before as Record<string, JsonValue>) : {},
      ).filter(([key]) => own.includes(key));
      return tagsOf(pairs, Object.fromEntries(others));
    },
  };
}

const spellings: Record<Platform, PairSpelling> = {
  android: spellingWithout(ownTags.android ?? []),
  ios: spellingWithout([]),
  web: spellingWithout([]),
};

/** Custom tags, folded away: a value that is JSON of an object or array is sent as one. */
export function TagsField({ platform }: { platform: Platform }) {
  const path = `channels.push.${platform}.extras.customtags` as const;
  const tags = useRequest(path);
  return (
    <OptionGroup title="Custom tags" summary={setIn(tags, undefined, ownTags[platform])}>
      <KeyValueField<PushRequestInput>
        path={path}
        label={`${platformName(platform)} custom tags`}
        hint="Passed to the app as they are: text, or JSON of an object or array."
        spelling={spellings[platform]}
        noun="tag"
        noteOf={kindNote}
        faultOf={faultOfRow}
      />
    </OptionGroup>
  );
}

function kindNote(pair: Pair) {
  const kind = kindOfRow(pair);
  if (kind === "text") return undefined;
  return (
    <Badge tone={kind === "unfinished" ? "amber" : "neutral"}>
      {kind === "unfinished" ? "sent as text" : kind}
    </Badge>
  );
}
