"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { TextField } from "@/components/form/text-field";
import { withService } from "@/components/shell/present-service";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Button } from "@/components/ui/button";
import type { createService } from "@/lib/directory/service/create";
import { paths } from "@/lib/inputs/paths";
import { serviceSchema } from "@/lib/inputs/service";
import type { ActionOf } from "@/lib/verb/answer";
import { ShownOnce, type Secret } from "./shown-once";

type Input = z.input<typeof serviceSchema>;

interface NewServiceButtonProps {
  create: ActionOf<typeof createService>;
  children: string;
}

/**
 * Asks for the name of a new service, shows its key once, and opens it. The page is refreshed only
 * then, because that would remove the key.
 */
export function NewServiceButton({ create, children }: NewServiceButtonProps) {
  const [open, setOpen] = useDialogOpen("new-service");
  const [newService, setNewService] = useState<{ id: string; secret: Secret }>();
  const router = useRouter();
  const leave = (id: string) => {
    setNewService(undefined);
    router.push(withService(paths.service(id), id));
    router.refresh();
  };
  return (
    <>
      <Button icon={Plus} variant="primary" onClick={() => setOpen(true)}>
        {children}
      </Button>
      <DialogForm
        open={open}
        onOpenChange={setOpen}
        size="sm"
        title="New service"
        description="It has its own apps, keys and members, separate from other services."
        schema={serviceSchema}
        initial={{ name: "" }}
        action={create}
        onDone={({ id, key }, { name }) =>
          setNewService({
            id,
            secret: {
              title: `The key of ${name.trim()}`,
              what: "Service key",
              text: key,
              next: "Programs send messages with it. Manage keys and their scopes on the service’s page.",
            },
          })
        }
        submit="Create service"
      >
        <TextField<Input> path="name" label="Name" hint="Of a team or a product, such as “Shop”." />
      </DialogForm>
      {newService && (
        <ShownOnce
          secret={newService.secret}
          done="Open service"
          onClose={() => leave(newService.id)}
        />
      )}
    </>
  );
}
