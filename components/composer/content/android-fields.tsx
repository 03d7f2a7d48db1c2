"use client";

import { useController, useFormContext, useWatch } from "react-hook-form";
import { Switch } from "@/components/ui/switch";
import { ANDROID_TIME_TO_LIVE } from "@/lib/interface/limits";
import { tapActions } from "@/lib/interface/notification-action";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { ActionField } from "./action-field";
import { DurationField } from "./duration-field";
import { LinkedField } from "./linked-field";
import { OptionGroup } from "./option-group";
import { setIn } from "@/lib/compose/set-in";
import { TagsField } from "./tags-field";
import { TextField } from "../text-field";

const extras = "channels.push.android.extras";
const ownTags = ["imageurl"];

/** The android block (interface 2.4, 2.5). */
export function AndroidFields() {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const block = useWatch({ control, name: "channels.push.android" });
  return (
    <>
      <LinkedField platform="android" part="title" />
      <LinkedField platform="android" part="text" />
      <LinkedField platform="android" part="image" hint="Seen in full once the notification is opened; at most 1 MB." />
      <ActionField path={`${extras}.notificationaction`} label="Android tap" actions={tapActions} otherwise="Opens the app" />
      <OptionGroup
        title="Look and delivery"
        summary={setIn(block?.extras, ["iconurl", "notificationChannelId", "collapse_key", "time_to_live", "delay_while_idle", "sound"])}
      >
        <TextField
          path={`${extras}.iconurl`}
          label="Android icon URL"
          optional
          inputMode="url"
          placeholder="https://…"
          hint="For the app’s SDK to fetch."
        />
        <TextField
          path={`${extras}.notificationChannelId`}
          label="Notification channel id"
          optional
          hint="A channel of the app; it decides about sound and importance. The app’s default when left out."
        />
        <TextField
          path={`${extras}.collapse_key`}
          label="Android collapse key"
          optional
          hint="Of several that wait with the same key, only the latest is delivered."
        />
        <DurationField path={`${extras}.time_to_live`} label="Android time to live" usual={ANDROID_TIME_TO_LIVE} />
        <DelayWhileIdle />
        <TextField
          path={`${extras}.sound`}
          label="Android sound"
          optional
          hint="Discontinued and ignored: the notification channel decides."
        />
      </OptionGroup>
      <OptionGroup title="Custom tags" summary={setIn(block?.extras?.customtags, undefined, ownTags)}>
        <TagsField path={`${extras}.customtags`} label="Android custom tags" without={ownTags} />
      </OptionGroup>
    </>
  );
}

function DelayWhileIdle() {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { field } = useController({ control, name: `${extras}.delay_while_idle` });
  return (
    <div data-path={`${extras}.delay_while_idle`}>
      <Switch
        checked={field.value === true || field.value === "true"}
        onCheckedChange={(on) => field.onChange(on ? true : undefined)}
        label="Delay while idle"
        hint="Deprecated: sent at normal priority, so that a phone that sleeps is not woken."
      />
    </div>
  );
}
