"use client";

import { SquarePen, Trash2 } from "lucide-react";
import { historyItem } from "@/components/audit/history-link";
import { useCall } from "@/components/form/use-call";
import { RowMenu } from "@/components/listing/row-menu";
import { Question } from "@/components/ui/overlay/question";
import { isolated } from "@/components/ui/sentence";
import type { ListedAttribute } from "@/lib/directory/attribute/list";
import { AttributeDialog } from "./attribute-dialog";
import type { AttributeActions } from "./user-actions";

interface AttributeMenuProps {
  serviceId: string;
  attribute: ListedAttribute;
  actions: AttributeActions;
  /** Whether the member may read the audit log. */
  history: boolean;
}

/** What can be done to an attribute. */
export function AttributeMenu({ serviceId, attribute, actions, history }: AttributeMenuProps) {
  const { name, users } = attribute;
  const { pending, run } = useCall();
  const remove = (close: () => void) =>
    run(() => actions.remove({ serviceId, name }), "Attribute removed", { done: close });
  return (
    <RowMenu<"change" | "remove">
      label={`Actions for ${isolated(name)}`}
      pending={pending}
      items={[
        { icon: SquarePen, label: "Describe …", ask: "change" },
        history && historyItem(name),
        { icon: Trash2, label: "Remove …", danger: true, ask: "remove" },
      ]}
      ask={(asking, close) =>
        asking === "change" ? (
          <AttributeDialog
            serviceId={serviceId}
            attribute={attribute}
            actions={actions}
            open
            onOpenChange={close}
          />
        ) : (
          asking && (
            <Question
              onClose={close}
              title={`Remove the attribute ${isolated(name)}?`}
              description={
                users === 0
                  ? "No user has it."
                  : `${users.toLocaleString("en")} ${users === 1 ? "user loses its" : "users lose their"} value. It can’t be restored.`
              }
              go="Remove attribute"
              pending={pending}
              onGo={() => remove(close)}
            />
          )
        )
      }
    />
  );
}
