"use client";

import { useRequest } from "@/components/editor/content-context";
import { SwitchField } from "@/components/form/switch-field";
import { setIn } from "@/lib/compose/set-in";
import { ANDROID_TIME_TO_LIVE } from "@/lib/interface/limits";
import { tapActions } from "@/lib/interface/notification-action";
import type { PushRequestInput } from "@/lib/interface/request";
import { textIn } from "@/lib/interface/value-shape";
import { RequestText } from "../request-text";
import { ActionField } from "./action-field";
import { ImageHint } from "./image-hint";
import { LinkedField } from "./linked-field";
import { OptionGroup } from "./option-group";
import { RequestImage } from "./request-image";
import { TagsField } from "./tags-field";
import { TimeToLiveField } from "./time-to-live-field";

const extras = "channels.push.android.extras";

/** The android block (interface 2.4, 2.5). */
export function AndroidFields() {
  const block = useRequest("channels.push.android");
  return (
    <>
      <LinkedField platform="android" part="title" />
      <LinkedField platform="android" part="text" />
      <LinkedField
        platform="android"
        part="image"
        hint="Seen in full once the notification is opened; at most 1 MB."
      />
      <ActionField path={`${extras}.notificationaction`} label="Android tap" actions={tapActions} />
      <OptionGroup
        title="Look and delivery"
        summary={setIn(block?.extras, [
          "iconurl",
          "notificationChannelId",
          "collapse_key",
          "time_to_live",
          "delay_while_idle",
          "sound",
        ])}
      >
        <RequestImage
          path={`${extras}.iconurl`}
          place="icon"
          label="Android icon URL"
          optional
          hint={
            <ImageHint
              url={textIn(block?.extras?.iconurl)}
              use="icon"
              otherwise="For the app’s SDK to fetch."
            />
          }
        />
        <RequestText
          path={`${extras}.notificationChannelId`}
          label="Notification channel id"
          optional
          hint="A channel of the app; it decides about sound and importance. The app’s default when left out."
        />
        <RequestText
          path={`${extras}.collapse_key`}
          label="Android collapse key"
          optional
          hint="Of several that wait with the same key, only the latest is delivered."
        />
        <TimeToLiveField platform="android" usual={ANDROID_TIME_TO_LIVE} />
        <SwitchField<PushRequestInput>
          path={`${extras}.delay_while_idle`}
          label="Delay while idle"
          hint="Deprecated: sent at normal priority, so that a phone that sleeps is not woken."
          off={undefined}
        />
        <RequestText
          path={`${extras}.sound`}
          label="Android sound"
          optional
          hint="Discontinued and ignored: the notification channel decides."
        />
      </OptionGroup>
      <TagsField platform="android" />
    </>
  );
}
