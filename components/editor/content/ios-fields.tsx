"use client";

import { useRequest } from "@/components/editor/content-context";
import { numberOrText } from "@/components/form/number-field";
import { setIn } from "@/lib/compose/set-in";
import { IOS_COLLAPSE_KEY_BYTES, IOS_TIME_TO_LIVE } from "@/lib/interface/limits";
import { tapActions } from "@/lib/interface/notification-action";
import { RequestText } from "../request-text";
import { ActionField } from "./action-field";
import { LinkedField } from "./linked-field";
import { OptionGroup } from "./option-group";
import { TagsField } from "./tags-field";
import { TimeToLiveField } from "./time-to-live-field";

const extras = "channels.push.ios.extras";

/** The ios block (interface 2.6, 2.7). */
export function IosFields() {
  const block = useRequest("channels.push.ios");
  return (
    <>
      <LinkedField platform="ios" part="title" />
      <LinkedField platform="ios" part="text" />
      <LinkedField
        platform="ios"
        part="image"
        hint="The app’s notification extension fetches it."
      />
      <ActionField path={`${extras}.notificationaction`} label="iOS tap" actions={tapActions} />
      <OptionGroup
        title="Look and delivery"
        summary={setIn(block?.extras, ["badge", "sound", "collapse_key", "time_to_live"])}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <RequestText
            path={`${extras}.badge`}
            label="Badge"
            optional
            inputMode="numeric"
            spelling={numberOrText}
            hint="Number on the app’s icon; 0 removes it."
          />
          <RequestText
            path={`${extras}.sound`}
            label="iOS sound"
            optional
            placeholder="default"
            hint="“default”, or a sound file in the app."
          />
        </div>
        <RequestText
          path={`${extras}.collapse_key`}
          label="iOS collapse key"
          optional
          hint="Replaces an older notification with the same key."
          bytes={IOS_COLLAPSE_KEY_BYTES}
        />
        <TimeToLiveField platform="ios" usual={IOS_TIME_TO_LIVE} />
      </OptionGroup>
      <TagsField platform="ios" />
    </>
  );
}
