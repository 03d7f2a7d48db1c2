"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { ExactField, TextField } from "@/components/form/text-field";
import { useSuggestedId } from "@/components/form/use-suggested-id";
import { MediaProvider, type Media } from "@/components/media/media-context";
import { useSameService } from "@/components/shell/same-service";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Button } from "@/components/ui/button";
import type { createApp } from "@/lib/directory/app/create";
import { appSchema } from "@/lib/inputs/app";
import { paths } from "@/lib/inputs/paths";
import { platforms } from "@/lib/interface/device-kinds";
import type { ActionOf } from "@/lib/verb/answer";
import { IconField } from "./icon-field";
import { PlatformsField } from "./platforms-field";

type Input = z.input<typeof appSchema>;

interface NewAppButtonProps {
  library: Media;
  create: ActionOf<typeof createApp>;
}

/** Asks what a new app is called, and opens it: its credentials are next. */
export function NewAppButton({ library, create }: NewAppButtonProps) {
  const { serviceId } = library;
  const [open, setOpen] = useDialogOpen("new-app");
  const router = useRouter();
  const sameService = useSameService();
  return (
    <MediaProvider value={library}>
      <Button icon={Plus} variant="primary" onClick={() => setOpen(true)}>
        New app
      </Button>
      <DialogForm
        open={open}
        onOpenChange={setOpen}
        title="New app"
        description="A mobile app or a website that gets your messages."
        schema={appSchema}
        initial={{ serviceId, name: "", appid: "", platforms: [...platforms] }}
        action={create}
        onDone={({ id }) => router.push(sameService(paths.app(id)))}
        submit="Create app"
      >
        <TextField<Input>
          path="name"
          label="Name"
          hint="Devices show it where a message has no title."
        />
        <AppIdField />
        <IconField />
        <PlatformsField hint="Device kinds that the console offers for this app. You can change this later." />
      </DialogForm>
    </MediaProvider>
  );
}

/** Proposed from the name. */
function AppIdField() {
  useSuggestedId("appid");
  return (
    <ExactField<Input>
      path="appid"
      label="App ID"
      hint="Requests, templates and devices name the app by it. It can’t be changed later."
      controlClassName="code"
    />
  );
}
