"use client";

import { useState } from "react";
import { useFormState } from "react-hook-form";
import type { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { SwitchField } from "@/components/form/switch-field";
import { ExactField, TextField, UrlField } from "@/components/form/text-field";
import { MediaProvider, type Media } from "@/components/media/media-context";
import { toast } from "@/components/ui/toast";
import type { changeApp } from "@/lib/directory/app/change";
import type { AppDetail } from "@/lib/directory/app/read";
import { changeAppSchema } from "@/lib/inputs/app";
import type { ActionOf } from "@/lib/verb/answer";
import { DeactivateApp } from "./deactivate-app";
import { IconField } from "./icon-field";
import { PlatformsField } from "./platforms-field";
import { renderings } from "./renderings";

type Input = z.input<typeof changeAppSchema>;

interface AppSettingsProps {
  app: AppDetail;
  library: Media;
  change: ActionOf<typeof changeApp>;
}

const notSaved = [
  { pointer: "", message: "Not saved yet. Switch pushes on again, or save once more." },
];

/** What can be changed of an app. Before pushes to it are switched off it asks. */
export function AppSettings({ app, library, change }: AppSettingsProps) {
  const { serviceId, find, mayUpload, origin } = library;
  const media = { serviceId, find, mayUpload, origin };
  const [question, setQuestion] = useState<(goOn: boolean) => void>();
  const confirm = async (input: Input) => {
    if (!app.pushEnabled || input.pushEnabled) return undefined;
    const goOn = await new Promise<boolean>((resolve) => setQuestion(() => resolve));
    setQuestion(undefined);
    return goOn ? undefined : notSaved;
  };
  return (
    <MediaProvider value={media}>
      <Form
        label="App"
        schema={changeAppSchema}
        initial={{
          appId: app.id,
          name: app.name,
          iconUrl: app.iconUrl ?? undefined,
          siteUrl: app.siteUrl ?? undefined,
          defaultChannelId: app.defaultChannelId ?? undefined,
          deepLinkScheme: app.deepLinkScheme ?? undefined,
          platforms: app.platforms,
          androidRendering: app.androidRendering,
          signedRegistration: app.signedRegistration,
          sharedDevices: app.sharedDevices,
          pushEnabled: app.pushEnabled,
        }}
        action={change}
        confirm={confirm}
        revision={app.revision}
        onDone={() => void toast.success("Saved")}
        className="space-y-5"
      >
        <div className="grid gap-5 lg:grid-cols-2">
          <TextField<Input>
            path="name"
            label="Name"
            hint="Devices show it where a message has no title."
          />
          <IconField />
          <UrlField<Input>
            path="siteUrl"
            label="Site URL"
            hint="Web notifications lead here when a message has no URL."
          />
          <ExactField<Input>
            path="defaultChannelId"
            label="Default channel"
            hint="Android’s notification channel for messages that name none. The app must have created it."
          />
          <ExactField<Input>
            path="deepLinkScheme"
            label="Deep-link scheme"
            hint="The part before :// of addresses that open a place in the app, such as myshop. The composer then warns of others."
            controlClassName="code"
          />
          <ChoiceField<Input>
            path="androidRendering"
            label="Android rendering"
            hint="Android itself shows messages while the app is closed, but no buttons and no icon from an address."
            options={renderings}
          />
        </div>
        <PlatformsField hint="Device kinds that the console offers for this app. Messages sent by API reach every provider with a credential." />
        <SwitchField<Input>
          path="signedRegistration"
          label="Signed registration"
          hint="Devices name a user only with a token that your server has signed for that user."
        />
        <SwitchField<Input>
          path="sharedDevices"
          label="Shared devices"
          hint="Up to 20 users can share one device. When off, signing in another user unlinks the previous one."
        />
        <SwitchField<Input>
          path="pushEnabled"
          label="Pushes"
          hint="While off, new messages to this app are refused."
        />
        <Save />
      </Form>
      {question && <DeactivateApp name={app.name} use={app.use} answer={question} />}
    </MediaProvider>
  );
}

function Save() {
  const { isDirty } = useFormState<Input>();
  return <SubmitButton disabled={!isDirty}>Save changes</SubmitButton>;
}
